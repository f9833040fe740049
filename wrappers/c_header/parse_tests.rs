use super::*;

const TEXT: &str = "
/* Some. */
typedef struct a_s a_t; typedef struct b_s *B; typedef int term_t; /* @handle Term */
enum { ZERO, TEN = 10, ELEVEN, LESS = -1, HEX = 0x10 };
typedef struct {
  void *(*make)(a_t *a), *state; const char *name, letters[4];
} plugin_t;
typedef struct { unsigned int capacity, size; term_t *data; } vector_t;
extern const char *version;

/* Queries. @query */
const B *many(a_t *a, unsigned n, const B *args, unsigned long *size);
void set(void (*handler)(const char *text), void *state); /* @acts */
int fill(term_t t, vector_t *v, _Bool flag, long *to); /* Fills. @since 1.2 @length to buffer */
void behind(a_t *a, term_t *domain,
            unsigned arity, term_t codomain);
";

#[test]
fn declarations_are_read() {
    let header = parse(TEXT).unwrap();
    assert_eq!(header.enumerator("", -1), Some("LESS"));
    assert_eq!(header.enumerator("E", 11), Some("ELEVEN"));
    assert_eq!(header.enumerator("", 16), Some("HEX"));
    assert!(header.is_handle("Term", "term_t") && !header.is_handle("Term", "term_t *"));
    assert_eq!(header.variables, [("version", "const char *version")]);
    let many = header.function("many").unwrap();
    assert!(many.result.kind.is_data() && many.result.count == Count::Of(3));
    assert_eq!((many.calls.role, many.comment), (Role::Query, "Queries."));
    assert!(many.parameters[0].kind.is_handle());
    assert_eq!(many.parameters[2].count, Count::Of(1));
    assert_eq!(many.parameters[2].written, "const B *");
    assert_eq!(many.parameters[3].count, Count::One);
    let set = header.function("set").unwrap();
    assert!(set.parameters[0].kind.calls_back() && set.calls.role == Role::Other);
    assert_eq!(
        set.text,
        "void set(void (*handler)(const char *text), void *state);"
    );
    let fill = header.function("fill").unwrap();
    assert_eq!(fill.parameters[3].count, Count::Buffer);
    assert_eq!((fill.since, fill.comment), (Some("1.2"), "Fills."));
    let CType::Pointer(vector) = &fill.parameters[1].kind else {
        panic!("{fill:?}");
    };
    assert_eq!(vector.layout(), (16, 8));
    assert_eq!(vector.offsets(), [0, 4, 8]);
    let CType::Struct(members) = header.named("plugin_t").unwrap().kind else {
        panic!("{header:?}");
    };
    let members: Vec<_> = members
        .iter()
        .map(|member| (member.name, member.written, member.kind))
        .collect();
    assert_eq!(members[0], ("make", "void *(*", CType::Callback));
    assert_eq!(
        members[1],
        ("state", "void *", CType::Pointer(&CType::Void))
    );
    assert_eq!(members[2], ("name", "const char *", CType::Text));
    assert_eq!(members[3..], [("letters", "const char", CHARACTER); 4]);
    let behind = header.function("behind").unwrap();
    assert_eq!(behind.parameters[1].count, Count::Of(2));
    let types = header.types_of(&[fill.text.to_owned()]);
    let types: Vec<&str> = types.into_iter().map(|declared| declared.text).collect();
    assert_eq!(
        types,
        [
            "typedef int term_t;",
            "typedef struct { unsigned int capacity, size; term_t *data; } vector_t;",
        ]
    );
}

#[test]
fn rust_is_written() {
    let header = parse(TEXT).unwrap();
    let text = crate::rust(&header, "TestApi");
    for expected in [
        "pub type B = *mut b_s;",
        "pub type term_t = ::std::ffi::c_int;",
        "pub make: ::std::option::Option<unsafe extern \"C\" fn(a: *mut a_t) -> *mut ::std::ffi::c_void>,",
        "pub letters: [::std::ffi::c_char; 4],",
        "pub const LESS: i32 = -1;",
        "pub fn many(a: *mut a_t, n: ::std::ffi::c_uint, args: *const B, size: *mut ::std::ffi::c_ulong) -> *const B;",
        "pub fn behind(a: *mut a_t, domain: *mut term_t, arity: ::std::ffi::c_uint, codomain: term_t);",
        "pub static mut version: *const ::std::ffi::c_char;",
    ] {
        assert!(text.contains(expected), "no {expected} in {text}");
    }
}

#[test]
fn arrays_are_slices_in_methods() {
    let header = parse(
        "typedef struct b_s *B; /* @handle Term */
        const B *each(unsigned long n, const B *from, const B *to); /* @length return n */
        void pairs(unsigned long *size, B **terms, const char ***names); /* @length terms array size @length names array size */",
    );
    let receiver = crate::Receiver {
        wrapper: "test",
        table: "TestApi",
        name: "Session",
        by: "&self",
        prefix: "",
    };
    let text = crate::methods(&header.unwrap(), receiver).unwrap();
    for expected in [
        "fn each(&self, from: &[Term], to: &[Term]) -> Result<Vec<Term>>",
        "callee.call(from.len() as _, from.as_ptr(), to.as_ptr())",
        "copied(result, from.len() as usize)",
        "fn pairs(&self) -> Result<(Vec<Term>, Vec<Option<String>>)>",
        "callee.call(&raw mut size, &raw mut terms, &raw mut names)",
        "copied(names, size as usize) }.into_iter().map(|each| Ok(unsafe { text_of(each) }))",
    ] {
        assert!(text.contains(expected), "no {expected} in {text}");
    }
}

#[test]
fn wrong_tags_are_errors() {
    let error = |text: &str| parse(text).unwrap_err().to_string();
    assert_eq!(
        error("int f(int *a); /* @length b one */"),
        "line 1: f: @length b one: there is no parameter b"
    );
    assert_eq!(
        error("int f(int *a); /* @changes b */"),
        "line 1: f: @changes b: there is no parameter b"
    );
    assert_eq!(
        error("\nint f(int *a); /* @qery */"),
        "line 2: f: @qery : unknown tag"
    );
    assert_eq!(
        error("int f(int a); int f(int a);"),
        "line 1: f is declared twice"
    );
}

const METHODS: &str = "
typedef struct solver_s Solver; /* @self solver */
typedef struct term_s *Term; /* @handle &Node */
typedef int answer_t; /* @as Answer */
Term lib_mk(Solver *s, unsigned n, const Term *args, const int *weights); /* @operator */
answer_t lib_check(Solver *s, const char *logic, const char *name); /* @optional name */
_Bool lib_get(Solver *s, Term t, long *value, unsigned long *rest); /* @null none */
const Term *lib_all(Solver *s, unsigned long *size);
char *lib_print(Solver *s, Term t); /* @free lib_free @since 2.1 */
void lib_free(char *text); /* @by_hand */
void lib_listen(Solver *s, void (*listen)(int what));
";

fn written(text: &str) -> Result<String, String> {
    let receiver = crate::Receiver {
        wrapper: "lib",
        name: "Session",
        by: "&self",
        prefix: "lib_",
        table: "LibApi",
    };
    crate::methods(&parse(text).unwrap(), receiver)
}

#[test]
fn methods_are_written() {
    let error = written(METHODS).unwrap_err();
    assert_eq!(error, "lib_listen: void (* listen: tag it @by_hand");
    let text = METHODS.replace("what));", "what)); /* @by_hand */");
    let methods = written(&text).unwrap();
    for expected in [
        "fn mk(&self, args: &[Node], weights: &[i32]) -> Result<Node>",
        "same_length(&[args.len(), weights.len()])?;",
        "const mk: Slot<LibApi, fn(&Session, &[Node], &[i32]) -> Result<Node>>",
        "fn check(&self, logic: &str, name: Option<&str>) -> Result<Answer>",
        "fn get(&self, t: &Node) -> Result<Option<(i64, u64)>>",
        "fn all(&self) -> Result<Vec<Node>>",
        "fn print(&self, t: &Node) -> Result<String>",
        "/// Since 2.1.",
        "{ free.call(result) }",
        "self.check_error(\"lib_check\")?;",
    ] {
        assert!(methods.contains(expected), "no {expected} in {methods}");
    }
    assert!(!methods.contains("fn free") && !methods.contains("fn listen"));
}

#[test]
fn tried_results_and_changed_arrays_are_written() {
    let text = "
        typedef int term_t; /* @handle Term */ typedef int code_t; /* @as Tried<()> */
        typedef int flag_t; /* @as bool */ typedef struct m_s m_t; /* @as &Model */
        typedef struct { int id; } node_t; /* @as &Node */
        term_t t_and(unsigned n, term_t *args); /* @changes args */
        code_t t_swap(unsigned n, int *numbers); /* @changes numbers */
        code_t t_value(const m_t *m, term_t t, flag_t *value); /* @optional m */
        code_t t_read(node_t *node, int *number); /* @null none */
        code_t t_part(const node_t *node, term_t *part); /* @optional part */";
    let receiver = crate::Receiver {
        wrapper: "test",
        name: "Api",
        by: "&self",
        prefix: "t_",
        table: "TestApi",
    };
    let text = crate::methods(&parse(text).unwrap(), receiver).unwrap();
    for expected in [
        "fn and(&self, args: &mut [Term]) -> Result<Term> {",
        "callee.call(args.len() as _, Changed::pointer(args))",
        "fn swap(&self, numbers: &mut [i32]) -> Tried<()> {",
        "fn value(&self, m: Option<&Model>, t: Term) -> Tried<bool> {",
        "fn read(&self, node: &Node) -> Result<Option<i32>> {",
        "if result >= 0 { Some(number) } else { None }",
        "fn part(&self, node: &Node) -> Tried<Option<Term>> {",
    ] {
        assert!(text.contains(expected), "no {expected} in {text}");
    }
}
