//! Small programs for unit tests, built by hand.

use ir::types::{
    DataModel, FieldDecl, FunctionType, Quals, RecordAttrs, RecordKind, TypeId, TypeKind,
};
use ir::{
    Callee, Cfg, Edge, EdgeKind, ExprId, FuncId, Function, Init, InitItem, InitValue, LocId,
    Location, PlaceId, Program, Special, Stmt, VarId, VarKind,
};
use source::Span;

pub(crate) struct Maker {
    pub(crate) program: Program,
    /// The function being written and where the next statement goes.
    at: Option<(FuncId, LocId)>,
}

impl Maker {
    pub(crate) fn new() -> Self {
        Self {
            program: Program::new(DataModel::Lp64),
            at: None,
        }
    }

    pub(crate) fn int(&self) -> TypeId {
        self.program.types.int()
    }

    pub(crate) fn ptr(&mut self, ty: TypeId) -> TypeId {
        self.program.types.pointer(ty)
    }

    pub(crate) fn record(&mut self, kind: RecordKind, fields: &[(&str, TypeId)]) -> TypeId {
        let id = self.program.types.new_record(kind, None);
        let decls = fields
            .iter()
            .map(|&(name, ty)| FieldDecl::plain(Some(name.into()), ty))
            .collect();
        self.program
            .types
            .complete_record(id, decls, RecordAttrs::default())
            .unwrap();
        self.program.types.record_type(id)
    }

    fn variable(&mut self, name: &str, ty: TypeId, kind: VarKind) -> VarId {
        let var = self
            .program
            .new_variable(name.into(), name.into(), ty, kind, Span::NONE);
        self.program.vars[var].init = kind.is_static().then(Init::default);
        var
    }

    pub(crate) fn global(&mut self, name: &str, ty: TypeId) -> VarId {
        self.variable(name, ty, VarKind::Global)
    }

    pub(crate) fn init(&mut self, var: VarId, bit_offset: u64, value: ExprId) {
        let item = InitItem {
            bit_offset,
            bit_width: None,
            value: InitValue::Scalar(value),
        };
        let init = self.program.vars[var]
            .init
            .get_or_insert_with(Init::default);
        init.items.push(item);
    }

    pub(crate) fn local(&mut self, name: &str, ty: TypeId) -> VarId {
        let func = self.at.unwrap().0;
        self.variable(name, ty, VarKind::Local(func))
    }

    pub(crate) fn declare(&mut self, name: &str, ret: TypeId, params: &[TypeId]) -> FuncId {
        let ty = self.program.types.intern(TypeKind::Function(FunctionType {
            ret,
            params: params.into(),
            variadic: false,
            prototype: true,
        }));
        let special = match name {
            "error" => Some(Special::Error),
            "abort" => Some(Special::Abort),
            _ if name.starts_with("nondet") => Some(Special::Nondet),
            _ => None,
        };
        self.program.funcs.push(Function {
            name: name.into(),
            other_names: Vec::new(),
            unique: name.into(),
            ty,
            params: Vec::new(),
            locals: Vec::new(),
            body: None,
            special,
            internal: false,
            noreturn: name == "abort",
            address_taken: false,
            span: Span::NONE,
            end: Span::NONE,
        })
    }

    /// Starts the body of a function; statements follow with [`Self::stmt`].
    pub(crate) fn open(&mut self, func: FuncId) -> Vec<VarId> {
        let ty = self.program.funcs[func].ty;
        let params = self.program.types.function_type(ty).unwrap().params.clone();
        let vars: Vec<VarId> = params
            .iter()
            .enumerate()
            .map(|(n, &ty)| self.variable(&format!("a{n}"), ty, VarKind::Param(func, n as u32)))
            .collect();
        let cfg = Cfg::new();
        self.at = Some((func, cfg.entry));
        let function = &mut self.program.funcs[func];
        function.params.clone_from(&vars);
        function.body = Some(cfg);
        if &*function.name == "main" {
            self.program.entry = Some(func);
        }
        vars
    }

    fn cfg(&mut self) -> &mut Cfg {
        let func = self.at.unwrap().0;
        self.program.funcs[func].body.as_mut().unwrap()
    }

    pub(crate) fn here(&self) -> LocId {
        self.at.unwrap().1
    }

    pub(crate) fn go(&mut self, loc: LocId) {
        self.at.as_mut().unwrap().1 = loc;
    }

    pub(crate) fn loc(&mut self) -> LocId {
        self.cfg().add_loc(Location::default())
    }

    /// Appends a statement.
    pub(crate) fn stmt(&mut self, stmt: Stmt) {
        let to = match stmt {
            Stmt::Return { .. } => self.cfg().exit,
            _ => self.loc(),
        };
        self.edge(to, stmt);
        self.go(to);
    }

    /// An edge from here to a location; stays here.
    pub(crate) fn edge(&mut self, to: LocId, stmt: Stmt) {
        let from = self.here();
        let edge = Edge {
            stmt,
            span: Span::NONE,
            kind: EdgeKind::Plain,
        };
        self.cfg().add_edge(from, to, edge);
    }

    pub(crate) fn set(&mut self, place: PlaceId, value: ExprId) {
        self.stmt(Stmt::Assign { place, value });
    }

    pub(crate) fn assign(&mut self, var: VarId, value: ExprId) {
        let place = self.program.var_place(var);
        self.set(place, value);
    }

    pub(crate) fn addr(&mut self, var: VarId) -> ExprId {
        let place = self.program.var_place(var);
        self.program.addr_of(place, Quals::NONE)
    }

    pub(crate) fn call(&mut self, result: Option<VarId>, func: FuncId, args: &[ExprId]) {
        let result = result.map(|v| self.program.var_place(v));
        self.stmt(Stmt::Call {
            result,
            callee: Callee::Direct(func),
            args: args.to_vec(),
        });
    }

    pub(crate) fn ret(&mut self, value: Option<ExprId>) {
        self.stmt(Stmt::Return { value });
    }
}
