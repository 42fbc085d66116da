//! What tree-sitter makes of an emitted text, flattened.
//!
//! The tree becomes an array of its named nodes in preorder, each with the range of emitted words
//! it covers and the index after its last descendant. That keeps tree-sitter's types out of the
//! conversion, costs no recursion, and makes children a matter of stepping through the array.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use tree_sitter::{Language, Node, ParseOptions, ParseState, Parser, Tree};

use super::emit::Emission;
use super::respell::MAX_NESTING_DEPTH;

/// Kinds of nodes that occur in trees of emitted texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Anything that no emitted text should lead to.
    Unexpected,
    Unit,
    Declaration,
    Function,
    InitDeclarator,
    PointerDeclarator,
    FunctionDeclarator,
    ArrayDeclarator,
    ParenDeclarator,
    Name,
    Value,
    TypeWord,
    Qualifier,
    Alignas,
    Struct,
    Enum,
    Members,
    Member,
    Width,
    Enumerators,
    Enumerator,
    Params,
    Param,
    Variadic,
    Block,
    ExprStmt,
    If,
    Else,
    While,
    Do,
    For,
    Return,
    Break,
    Continue,
    Goto,
    Paren,
    Comma,
    Conditional,
    Assign,
    /// Prefix operators, increments included.
    Prefix,
    Binary,
    Cast,
    TypeName,
    Sizeof,
    Subscript,
    Call,
    Args,
    MemberAccess,
    CompoundLiteral,
    InitList,
    InitPair,
    IndexDesignator,
    RangeDesignator,
    FieldDesignator,
}

impl Kind {
    fn of(name: &str) -> Kind {
        match name {
            "translation_unit" => Kind::Unit,
            "declaration" => Kind::Declaration,
            "function_definition" => Kind::Function,
            "init_declarator" => Kind::InitDeclarator,
            "pointer_declarator" | "abstract_pointer_declarator" => Kind::PointerDeclarator,
            "function_declarator" | "abstract_function_declarator" => Kind::FunctionDeclarator,
            "array_declarator" | "abstract_array_declarator" => Kind::ArrayDeclarator,
            "parenthesized_declarator" | "abstract_parenthesized_declarator" => {
                Kind::ParenDeclarator
            }
            "identifier" | "field_identifier" | "type_identifier" | "statement_identifier" => {
                Kind::Name
            }
            "number_literal" => Kind::Value,
            "primitive_type" => Kind::TypeWord,
            "type_qualifier" => Kind::Qualifier,
            "alignas_qualifier" => Kind::Alignas,
            "struct_specifier" => Kind::Struct,
            "enum_specifier" => Kind::Enum,
            "field_declaration_list" => Kind::Members,
            "field_declaration" => Kind::Member,
            "bitfield_clause" => Kind::Width,
            "enumerator_list" => Kind::Enumerators,
            "enumerator" => Kind::Enumerator,
            "parameter_list" => Kind::Params,
            "parameter_declaration" => Kind::Param,
            "variadic_parameter" => Kind::Variadic,
            _ => Kind::of_statement(name),
        }
    }

    fn of_statement(name: &str) -> Kind {
        match name {
            "compound_statement" => Kind::Block,
            "expression_statement" => Kind::ExprStmt,
            "if_statement" => Kind::If,
            "else_clause" => Kind::Else,
            "while_statement" => Kind::While,
            "do_statement" => Kind::Do,
            "for_statement" => Kind::For,
            "return_statement" => Kind::Return,
            "break_statement" => Kind::Break,
            "continue_statement" => Kind::Continue,
            "goto_statement" => Kind::Goto,
            _ => Kind::of_expression(name),
        }
    }

    fn of_expression(name: &str) -> Kind {
        match name {
            "parenthesized_expression" => Kind::Paren,
            "comma_expression" => Kind::Comma,
            "conditional_expression" => Kind::Conditional,
            "assignment_expression" => Kind::Assign,
            "pointer_expression" | "unary_expression" | "update_expression" => Kind::Prefix,
            "binary_expression" => Kind::Binary,
            "cast_expression" => Kind::Cast,
            "type_descriptor" => Kind::TypeName,
            "sizeof_expression" => Kind::Sizeof,
            "subscript_expression" => Kind::Subscript,
            "call_expression" => Kind::Call,
            "argument_list" => Kind::Args,
            "field_expression" => Kind::MemberAccess,
            "compound_literal_expression" => Kind::CompoundLiteral,
            "initializer_list" => Kind::InitList,
            "initializer_pair" => Kind::InitPair,
            "subscript_designator" => Kind::IndexDesignator,
            "subscript_range_designator" => Kind::RangeDesignator,
            "field_designator" => Kind::FieldDesignator,
            _ => Kind::Unexpected,
        }
    }
}

/// A named node. The words it covers are those of the emission.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CstNode {
    pub(crate) kind: Kind,
    /// Index of its first word.
    pub(crate) first: u32,
    /// Index of its last word.
    pub(crate) last: u32,
    /// Index of the node after its last descendant.
    end: u32,
}

/// A flattened tree. Node 0 is the root.
#[derive(Default, Debug)]
pub(crate) struct Cst {
    nodes: Vec<CstNode>,
}

/// A node of a [`Cst`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NodeIx(u32);

/// What is wrong with an emitted text.
#[derive(Debug)]
pub(crate) struct ParseError {
    /// The word at which it shows.
    pub(crate) word: u32,
    /// What the grammar would have taken there.
    pub(crate) expected: Vec<&'static str>,
    /// Whether nothing is wrong but the depth.
    pub(crate) too_deep: bool,
}

impl Cst {
    pub(crate) const ROOT: NodeIx = NodeIx(0);

    pub(crate) fn node(&self, node: NodeIx) -> CstNode {
        self.nodes[node.0 as usize]
    }

    pub(crate) fn kind(&self, node: NodeIx) -> Kind {
        self.node(node).kind
    }

    /// The named children in order.
    pub(crate) fn children(&self, node: NodeIx) -> impl Iterator<Item = NodeIx> + use<'_> {
        let end = self.node(node).end;
        let mut next = node.0 + 1;
        std::iter::from_fn(move || {
            if next >= end {
                return None;
            }
            let child = NodeIx(next);
            next = self.node(child).end;
            Some(child)
        })
    }

    pub(crate) fn first_child(&self, node: NodeIx) -> Option<NodeIx> {
        self.children(node).next()
    }
}

fn language() -> &'static (Language, Vec<Kind>) {
    static LANGUAGE: OnceLock<(Language, Vec<Kind>)> = OnceLock::new();
    LANGUAGE.get_or_init(|| {
        let language = Language::from(tree_sitter_c::LANGUAGE);
        let count = language.node_kind_count() as u16;
        let kinds = (0..count).map(|id| Kind::of(language.node_kind_for_id(id).unwrap_or("")));
        let kinds = kinds.collect();
        (language, kinds)
    })
}

/// A tree-sitter parser for emitted texts.
pub(crate) struct CstParser {
    parser: Parser,
}

/// Deeper trees are refused: conversion and all walks after it recurse.
const MAX_TREE_DEPTH: usize = 2 * MAX_NESTING_DEPTH;

/// How long tree-sitter may try to recover from an error, in steps of its own counting.
const MAX_RECOVERY_STEPS: usize = 2_000;

impl CstParser {
    pub(crate) fn new() -> CstParser {
        let mut parser = Parser::new();
        parser
            .set_language(&language().0)
            .expect("the grammar fits the library it is built with");
        CstParser { parser }
    }

    /// Parses an emitted text.
    pub(crate) fn parse(&mut self, emission: &Emission) -> Result<Cst, Vec<ParseError>> {
        let text = emission.text.as_bytes();
        let (mut steps, mut reached) = (0, 0);
        let mut progress = |state: &ParseState| {
            reached = state.current_byte_offset();
            steps += usize::from(state.has_error());
            if steps > MAX_RECOVERY_STEPS {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let options = ParseOptions::new().progress_callback(&mut progress);
        let mut rest = |offset: usize, _| text.get(offset..).unwrap_or_default();
        let tree = self
            .parser
            .parse_with_options(&mut rest, None, Some(options));
        match tree {
            Some(tree) if tree.root_node().has_error() => Err(errors(&tree, emission)),
            Some(tree) => flatten(&tree, emission),
            None => {
                self.parser.reset();
                let word = emission
                    .starts
                    .partition_point(|&start| (start as usize) < reached);
                let word = word as u32;
                Err(vec![ParseError {
                    word,
                    expected: Vec::new(),
                    too_deep: false,
                }])
            }
        }
    }
}

fn flatten(tree: &Tree, emission: &Emission) -> Result<Cst, Vec<ParseError>> {
    let kinds = &language().1;
    let mut nodes: Vec<CstNode> = Vec::with_capacity(emission.starts.len());
    let mut open: Vec<usize> = Vec::new();
    let mut cursor = tree.walk();
    let mut word = 0u32;
    loop {
        let node = cursor.node();
        while (word as usize + 1) < emission.starts.len()
            && emission.starts[word as usize + 1] as usize <= node.start_byte()
        {
            word += 1;
        }
        let named = node.is_named();
        if named {
            let kind = kinds
                .get(node.kind_id() as usize)
                .copied()
                .unwrap_or(Kind::Unexpected);
            nodes.push(CstNode {
                kind,
                first: word,
                last: word,
                end: 0,
            });
        }
        if cursor.goto_first_child() {
            open.push(if named { nodes.len() - 1 } else { usize::MAX });
            if open.len() > MAX_TREE_DEPTH {
                return Err(vec![ParseError {
                    word,
                    expected: Vec::new(),
                    too_deep: true,
                }]);
            }
            continue;
        }
        if named {
            close(&mut nodes, None, word);
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return Ok(Cst { nodes });
            }
            if let Some(index) = open.pop().filter(|&index| index != usize::MAX) {
                close(&mut nodes, Some(index), word);
            }
        }
    }
}

/// Ends a node (the newest, if none is given) at `word`.
fn close(nodes: &mut [CstNode], index: Option<usize>, word: u32) {
    let end = nodes.len() as u32;
    let index = index.unwrap_or(nodes.len() - 1);
    nodes[index].last = word;
    nodes[index].end = end;
}

/// The errors of a tree, at most one for each place.
fn errors(tree: &Tree, emission: &Emission) -> Vec<ParseError> {
    let mut found: Vec<ParseError> = Vec::new();
    let mut cursor = tree.walk();
    let mut state = 0;
    loop {
        let node = cursor.node();
        let bad = node.is_error() || node.is_missing();
        if bad {
            found.push(parse_error(node, state, emission));
        }
        if !bad && node.has_error() && cursor.goto_first_child() {
            continue;
        }
        state = node.next_parse_state();
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return found;
            }
        }
    }
}

fn parse_error(node: Node<'_>, state: u16, emission: &Emission) -> ParseError {
    let start = node.start_byte() as u32;
    let word = emission.starts.partition_point(|&at| at < start) as u32;
    let mut expected = Vec::new();
    if node.is_missing() {
        expected.extend(readable(node.kind()));
    } else if let Some(symbols) = language().0.lookahead_iterator(state) {
        let language = &language().0;
        for symbol in symbols {
            let name = language.node_kind_for_id(symbol).and_then(readable);
            expected.extend(name.filter(|name| !expected.contains(name)));
        }
    }
    if expected.len() > 4 {
        expected.clear();
    }
    ParseError {
        word,
        expected,
        too_deep: false,
    }
}

/// A symbol of the grammar in words for people.
fn readable(symbol: &str) -> Option<&'static str> {
    Some(match symbol {
        ";" => "`;`",
        ")" => "`)`",
        "]" => "`]`",
        "}" => "`}`",
        "(" => "`(`",
        "{" => "`{`",
        ":" => "`:`",
        "=" => "`=`",
        "," => "`,`",
        "while" => "`while`",
        "identifier" => "a name",
        "number_literal" => "an expression",
        "primitive_type" => "a type",
        _ => return None,
    })
}
