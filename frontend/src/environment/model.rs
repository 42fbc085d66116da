//! Models of subsystems as files say them: which structures carry callbacks, when each is called and with what, and what
//! the functions of the subsystem do. docs/environments.md describes the language.
//!
//! What is between braces is C, with names that begin with `$`; [`render`](super::render) writes it down for each table
//! that a program has.

use super::text::{Kind, Token, closing, tokens};

/// All that is known of the world around a program.
#[derive(Clone, Debug, Default)]
pub(super) struct Models {
    pub(super) classes: Vec<Class>,
    pub(super) functions: Vec<ModelFunction>,
}

/// Callbacks that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Class {
    /// What `$each` calls it.
    pub(super) name: String,
    pub(super) source: Source,
    /// The file that says so.
    pub(super) file: String,
    pub(super) variables: Vec<Variable>,
    /// What is done before the module is started.
    pub(super) start: String,
    pub(super) steps: Vec<Step>,
    /// What is done when the module is about to end.
    pub(super) last: String,
    /// What answers rest on where a program has such callbacks.
    pub(super) assumes: Vec<String>,
}

/// Something that each table of a class has for itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Variable {
    pub(super) name: String,
    /// C's declaration of it.
    pub(super) declaration: String,
    /// Whether it is an object of the world, with any contents, and not a state, which starts as zero.
    pub(super) is_object: bool,
    /// The member of the table that leads to the entries of which it is one.
    pub(super) from: Option<String>,
    /// What holds of it whenever it is new: C.
    pub(super) made: String,
}

/// Where the callbacks of a class are found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// Structures of that tag: each is one.
    Table(String),
    /// The functions that a member of structures of that tag holds: each is one.
    Member(String, String),
    /// The functions that are the n-th argument of a function: each is one.
    Argument(String, usize),
    /// The function of that name, if the program defines it.
    Function(String),
}

/// A call that may happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The callback it is there for, as a path from the table: `driver.pm->suspend`.
    pub(super) callback: String,
    /// Whether it happens too where a table has no such callback.
    pub(super) optional: bool,
    /// C; empty: always.
    pub(super) condition: String,
    pub(super) body: String,
}

/// A function of the subsystem, or one that they use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ModelFunction {
    pub(super) name: String,
    pub(super) text: String,
    pub(super) file: String,
}

/// What is wrong with a model, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mistake {
    pub(crate) line: usize,
    pub(crate) why: String,
}

/// Adds what a file says. What comes later replaces what is there under the same name.
pub(super) fn read(models: &mut Models, file: &str, text: &str) -> Result<(), Mistake> {
    let tokens = tokens(text);
    let mut reader = Reader {
        text,
        tokens: &tokens,
        at: 0,
        file,
    };
    while reader.at < tokens.len() {
        match reader.word(reader.at) {
            "table" => {
                let class = reader.table()?;
                models.classes.retain(|other| other.name != class.name);
                models.classes.push(class);
            }
            "function" => {
                let class = reader.by_name()?;
                models.classes.retain(|other| other.name != class.name);
                models.classes.push(class);
            }
            "callback" => {
                let class = reader.callback()?;
                models.classes.retain(|other| other.name != class.name);
                models.classes.push(class);
            }
            _ => {
                let function = reader.function()?;
                models.functions.retain(|other| other.name != function.name);
                models.functions.push(function);
            }
        }
    }
    Ok(())
}

struct Reader<'t> {
    text: &'t str,
    tokens: &'t [Token],
    at: usize,
    file: &'t str,
}

impl<'t> Reader<'t> {
    fn word(&self, n: usize) -> &'t str {
        let token = self.tokens.get(n);
        token.map_or("", |t| &self.text[t.start..t.end])
    }

    fn is(&self, n: usize, punct: u8) -> bool {
        self.tokens.get(n).map(|t| t.kind) == Some(Kind::Punct(punct))
    }

    fn mistake(&self, why: impl Into<String>) -> Mistake {
        let end = self.text.len();
        let at = self.tokens.get(self.at).map_or(end, |t| t.start);
        Mistake {
            line: self.text[..at].matches('\n').count() + 1,
            why: why.into(),
        }
    }

    fn expect(&mut self, wanted: &str) -> Result<(), Mistake> {
        if self.word(self.at) != wanted {
            let found = self.word(self.at);
            return Err(self.mistake(format!("'{wanted}' is expected here, not '{found}'")));
        }
        self.at += 1;
        Ok(())
    }

    fn name(&mut self) -> Result<String, Mistake> {
        if self.tokens.get(self.at).map(|t| t.kind) != Some(Kind::Word) {
            let found = self.word(self.at);
            return Err(self.mistake(format!("a name is expected here, not '{found}'")));
        }
        self.at += 1;
        Ok(self.word(self.at - 1).to_owned())
    }

    /// The text between braces; the next token is behind them.
    fn block(&mut self) -> Result<String, Mistake> {
        if !self.is(self.at, b'{') {
            return Err(self.mistake("'{' is expected here"));
        }
        let close = closing(self.tokens, self.at);
        if !self.is(close, b'}') {
            return Err(self.mistake("this brace is not closed"));
        }
        let inside = &self.text[self.tokens[self.at].end..self.tokens[close].start];
        self.at = close + 1;
        Ok(inside.trim().to_owned())
    }

    /// `table struct usb_driver { … }`
    fn table(&mut self) -> Result<Class, Mistake> {
        self.at += 1;
        self.expect("struct")?;
        let tag = self.name()?;
        let name = self.alias()?.unwrap_or_else(|| tag.clone());
        self.class(name, Source::Table(tag))
    }

    /// `callback struct urb.complete as urb { … }`, `callback request_irq(2) as irq { … }`
    fn callback(&mut self) -> Result<Class, Mistake> {
        self.at += 1;
        let source = if self.word(self.at) == "struct" {
            self.at += 1;
            let tag = self.name()?;
            self.expect(".")?;
            Source::Member(tag, self.name()?)
        } else {
            let function = self.name()?;
            self.expect("(")?;
            let number = self.word(self.at).parse::<usize>().ok();
            let Some(number) = number.filter(|&n| n > 0) else {
                return Err(self.mistake("the number of an argument is expected here, from 1"));
            };
            self.at += 1;
            self.expect(")")?;
            Source::Argument(function, number - 1)
        };
        let Some(name) = self.alias()? else {
            return Err(self.mistake("'as' and a name are expected here"));
        };
        self.class(name, source)
    }

    /// `function DriverEntry as driver { … }`
    fn by_name(&mut self) -> Result<Class, Mistake> {
        self.at += 1;
        let function = self.name()?;
        let Some(name) = self.alias()? else {
            return Err(self.mistake("'as' and a name are expected here"));
        };
        self.class(name, Source::Function(function))
    }

    fn alias(&mut self) -> Result<Option<String>, Mistake> {
        if self.word(self.at) != "as" {
            return Ok(None);
        }
        self.at += 1;
        self.name().map(Some)
    }

    fn class(&mut self, name: String, source: Source) -> Result<Class, Mistake> {
        let mut class = Class {
            name,
            source,
            file: self.file.to_owned(),
            variables: Vec::new(),
            start: String::new(),
            steps: Vec::new(),
            last: String::new(),
            assumes: Vec::new(),
        };
        self.expect("{")?;
        while !self.is(self.at, b'}') {
            match self.word(self.at) {
                "var" | "object" => class.variables.push(self.variable()?),
                "on" => class.steps.push(self.step()?),
                "start" => {
                    self.at += 1;
                    class.start = self.block()?;
                }
                "last" => {
                    self.at += 1;
                    class.last = self.block()?;
                }
                "assumes" => class.assumes.push(self.assumption()?),
                "" => return Err(self.mistake("the file ends within a class")),
                other => {
                    let why = format!(
                        "one of var, object, start, on, last and assumes is expected here, not '{other}'"
                    );
                    return Err(self.mistake(why));
                }
            }
        }
        self.at += 1;
        Ok(class)
    }

    /// `assumes "interrupts come only between other calls";`
    fn assumption(&mut self) -> Result<String, Mistake> {
        self.at += 1;
        let words = self.word(self.at).trim_matches('"').to_owned();
        self.at += 1;
        self.expect(";")?;
        Ok(words)
    }

    /// `object struct usb_device device;`, `var int opened;`, `object struct pci_device_id id from id_table { … }`
    fn variable(&mut self) -> Result<Variable, Mistake> {
        let is_object = self.word(self.at) == "object";
        self.at += 1;
        let first = self.at;
        let ends = |reader: &Self| {
            let from = is_object && reader.word(reader.at) == "from";
            from || reader.is(reader.at, b';') || (is_object && reader.is(reader.at, b'{'))
        };
        while self.at < self.tokens.len() && !ends(self) {
            self.at += 1;
        }
        if self.at >= self.tokens.len() || self.at == first {
            return Err(self.mistake("a declaration and ';' are expected here"));
        }
        let declaration = &self.text[self.tokens[first].start..self.tokens[self.at].start];
        let name = self.declared(first);
        let mut from = None;
        if self.word(self.at) == "from" {
            self.at += 1;
            from = Some(self.path()?);
        }
        let made = match self.is(self.at, b'{') {
            true => self.block()?,
            false => self.expect(";").map(|()| String::new())?,
        };
        Ok(Variable {
            name,
            declaration: declaration.trim().to_owned(),
            is_object,
            from,
            made,
        })
    }

    /// The name that a declaration declares, which ends before the token at hand.
    fn declared(&self, first: usize) -> String {
        let mut last = self.at - 1;
        while last > first && self.is(last, b']') {
            last = (first..last)
                .rev()
                .find(|&n| self.is(n, b'['))
                .unwrap_or(first + 1)
                - 1;
        }
        self.word(last).to_owned()
    }

    /// `driver.of_match_table`
    fn path(&mut self) -> Result<String, Mistake> {
        let mut path = self.name()?;
        while self.is(self.at, b'.') {
            self.at += 1;
            path = format!("{path}.{}", self.name()?);
        }
        Ok(path)
    }

    /// `on read? when $opened { … }`
    fn step(&mut self) -> Result<Step, Mistake> {
        self.at += 1;
        let mut callback = self.name()?;
        loop {
            if self.is(self.at, b'.') {
                self.at += 1;
                callback = format!("{callback}.{}", self.name()?);
            } else if self.is(self.at, b'-') && self.is(self.at + 1, b'>') {
                self.at += 2;
                callback = format!("{callback}->{}", self.name()?);
            } else {
                break;
            }
        }
        let optional = self.is(self.at, b'?');
        self.at += usize::from(optional);
        let mut condition = String::new();
        if self.word(self.at) == "when" {
            self.at += 1;
            let first = self.at;
            while self.at < self.tokens.len() && !self.is(self.at, b'{') {
                self.at += 1;
            }
            let start = self.tokens.get(first).map_or(0, |t| t.start);
            let end = self.tokens.get(self.at).map_or(start, |t| t.start);
            condition = self.text[start..end].trim().to_owned();
        }
        let body = self.block()?;
        Ok(Step {
            callback,
            optional,
            condition,
            body,
        })
    }

    /// A function of C, by its name.
    fn function(&mut self) -> Result<ModelFunction, Mistake> {
        let first = self.at;
        let mut name = None;
        while self.at < self.tokens.len() && !self.is(self.at, b'{') {
            if self.is(self.at, b';') {
                return Err(self.mistake("'table', 'callback' or a function of C is expected here"));
            }
            if self.is(self.at, b'(') {
                name.get_or_insert(self.at.wrapping_sub(1));
                self.at = closing(self.tokens, self.at);
            }
            self.at += 1;
        }
        let named = name.filter(|&n| n >= first && n < self.tokens.len());
        let Some(name) = named.map(|n| self.word(n).to_owned()) else {
            self.at = first;
            return Err(self.mistake("'table', 'callback' or a function of C is expected here"));
        };
        let start = self.tokens[first].start;
        self.block()?;
        let text = &self.text[start..self.tokens[self.at - 1].end];
        Ok(ModelFunction {
            name,
            text: text.to_owned(),
            file: self.file.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "
        // A bus.
        table struct bus_driver as bus {
            var bool bound;
            object struct device at[2];
            object struct id id from driver.ids { $id.x = 1; }
            assumes \"one after the other\";
            start { $at[0].x = 1; }
            on probe when !$bound { if ($probe(&$at[0]) == 0) $bound = 1; }
            on driver.pm->suspend? { }
            last { $bound = 0; }
        }
        callback request_irq(2) as irq { }
        callback struct urb.complete as urb { }
        int bus_register(struct bus_driver *d) { return 0; }
    ";

    #[test]
    fn a_model_is_read() {
        let mut models = Models::default();
        read(&mut models, "bus.env", TEXT).expect("it is right");
        let [bus, irq, urb] = &models.classes[..] else {
            panic!("three classes");
        };
        assert_eq!(bus.source, Source::Table("bus_driver".into()));
        assert_eq!(bus.variables[0].declaration, "bool bound");
        assert_eq!(bus.variables[1].name, "at");
        assert!(bus.variables[1].is_object && !bus.variables[0].is_object);
        assert_eq!(bus.variables[2].from.as_deref(), Some("driver.ids"));
        assert_eq!(bus.variables[2].declaration, "struct id id");
        assert_eq!(bus.variables[2].made, "$id.x = 1;");
        assert_eq!(bus.assumes, ["one after the other"]);
        assert_eq!(bus.steps[0].condition, "!$bound");
        assert_eq!(bus.steps[1].callback, "driver.pm->suspend");
        assert!(bus.steps[1].optional && !bus.steps[0].optional);
        assert_eq!(irq.source, Source::Argument("request_irq".into(), 1));
        assert_eq!(urb.source, Source::Member("urb".into(), "complete".into()));
        assert_eq!(models.functions[0].name, "bus_register");
    }

    #[test]
    fn mistakes_have_a_line() {
        let why = |text: &str| read(&mut Models::default(), "x", text).expect_err("wrong");
        assert_eq!(why("\ntable usb {}").line, 2);
        assert!(why("table struct a { on x when y").why.contains("'{'"));
        assert!(why("callback f(0) as x {}").why.contains("number"));
        assert!(why("int x;").why.contains("function of C"));
        assert!(why("table struct a {").why.contains("ends"));
    }
}
