//! The predicates and procedures of a driver, before any body is written.

use std::fmt;

use super::super::prng::Prng;
use super::{Driver, GLOBAL_CLUSTERS_SEEN, STATEMENTS_PER_PROCEDURE};

/// The predicates about one variable of the C program.
#[derive(Clone)]
pub(super) struct Cluster(pub(super) Vec<String>);

impl Cluster {
    fn new(prng: &mut Prng, name: &str) -> Self {
        let all = [" == 0", " == 1", " > 4"].map(|test| format!("{{{name}{test}}}"));
        Cluster(all[..1 + prng.below(3) as usize].to_vec())
    }

    /// Clusters until there are this many predicates.
    fn several(prng: &mut Prng, name: &str, predicates: u32) -> Vec<Self> {
        let (mut found, mut count) = (Vec::new(), 0);
        while count < predicates {
            let cluster = Cluster::new(prng, &format!("{name}{}", found.len()));
            count += cluster.0.len() as u32;
            found.push(cluster);
        }
        found
    }
}

pub(super) struct Plan {
    pub(super) globals: Vec<Cluster>,
    pub(super) procs: Vec<Signature>,
    /// How many of `procs`, the first ones, are dispatch routines.
    pub(super) routines: usize,
    /// The routine that forgets to release the lock.
    pub(super) faulty: Option<usize>,
}

pub(super) struct Signature {
    pub(super) name: String,
    pub(super) formal: Cluster,
    pub(super) locals: Vec<Cluster>,
    pub(super) returns: usize,
    /// The first of the global clusters it sees.
    pub(super) sees: usize,
}

impl Plan {
    pub(super) fn new(prng: &mut Prng, driver: &Driver) -> Self {
        let predicates = driver.predicates.max(4);
        let globals = Cluster::several(prng, "g", predicates * 3 / 5);
        let count = (driver.statements / STATEMENTS_PER_PROCEDURE).max(2);
        let routines = count.div_ceil(3);
        let signature = |index| {
            let near = index * globals.len() as u32 / count;
            let sees = (near + prng.below(GLOBAL_CLUSTERS_SEEN)) as usize;
            Signature::new(prng, index, routines, predicates * 2 / 5, sees)
        };
        let procs = (0..count).map(signature).collect();
        Plan {
            procs,
            routines: routines as usize,
            faulty: driver.faulty.then(|| prng.below(routines) as usize),
            globals,
        }
    }

    pub(super) fn main(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let labels: Vec<_> = (0..self.routines).map(|i| format!("D{i}")).collect();
        write!(
            out,
            "\nvoid main()\nbegin\n  next: goto {}, done;\n",
            labels.join(", ")
        )?;
        for (label, routine) in labels.iter().zip(&self.procs) {
            let unknown = vec!["*"; routine.formal.0.len()].join(", ");
            writeln!(out, "  {label}: {}({unknown}); goto next;", routine.name)?;
        }
        out.write_str("  done: skip;\nend\n")
    }
}

impl Signature {
    fn new(prng: &mut Prng, index: u32, routines: u32, locals: u32, sees: usize) -> Self {
        let (kind, returns) = if index < routines {
            ("routine", 0)
        } else {
            ("helper", prng.below(3) as usize)
        };
        let locals = 2 + prng.below(locals.max(3) - 2);
        Signature {
            name: format!("{kind}{index}"),
            formal: Cluster::new(prng, "p"),
            locals: Cluster::several(prng, "x", locals),
            returns,
            sees,
        }
    }
}
