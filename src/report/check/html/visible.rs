//! Text of others as it may be shown: nothing in it hides, reorders or breaks what stands around it.

/// Control characters become their pictures.
pub(super) fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' | '\n' => out.push(c),
            '\u{7f}' => out.push('\u{2421}'),
            _ if u32::from(c) < 0x20 => out.extend(char::from_u32(0x2400 + u32::from(c))),
            _ if is_hidden(c) => out += &format!("⟨U+{:04X}⟩", u32::from(c)),
            _ => out.push(c),
        }
    }
    out
}

/// Characters that turn text around or cannot be seen: with them, source can look like another program (Boucher,
/// Anderson, Trojan Source, 2021).
fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{80}'..='\u{9f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    #[test]
    fn nothing_hides() {
        assert_eq!(super::text("a\tb\0\x7f\r"), "a\tb␀␡␍");
        assert_eq!(super::text("x\u{202e}y größe"), "x⟨U+202E⟩y größe");
    }
}
