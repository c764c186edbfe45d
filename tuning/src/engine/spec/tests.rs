//! Tests of the words that describe an engine.

use proptest::prelude::*;

use super::*;

fn read(text: &str) -> EngineSpec {
    text.parse().expect(text)
}

fn error(text: &str) -> String {
    text.parse::<EngineSpec>().expect_err(text).to_string()
}

#[test]
fn the_text_of_a_spec_says_everything_that_is_set() {
    for (text, shown) in [
        ("movetime=200", "name=strelci proto=builtin movetime=200 margin=100"),
        (
            "cmd=/opt/fsf tc=40/60+0.5",
            "name=fsf proto=uci cmd=/opt/fsf warmup=0 tc=40/60+0.5 margin=100",
        ),
        (
            "proto=ugi cmd='./a b' dir=/opt option.Hash=16 'option.Skill Level=3' nodes=5 \
             name='a b' margin=0 warmup=500",
            "name='a b' proto=ugi cmd='./a b' dir=/opt option.Hash=16 'option.Skill Level'=3 \
             warmup=500 nodes=5 margin=0",
        ),
        ("cmd=./bot proto=botzone", "name=bot proto=botzone cmd=./bot margin=100"),
        (
            "cmd='java -jar \"my bot.jar\"' proto=botzone-json movetime=1000 margin=50",
            "name=java proto=botzone-json cmd=\"java -jar 'my bot.jar'\" movetime=1000 margin=50",
        ),
        (
            "nodes=100 depth=4 param.width=60 param.root_width=99 option.hash=4 weights=w.rs",
            "name=strelci proto=builtin option.hash=4 param.root_width=99 param.width=60 \
             weights=w.rs nodes=100 depth=4 margin=100",
        ),
    ] {
        let spec = read(text);
        assert_eq!(spec.to_string(), shown);
        assert_eq!(read(shown), spec);
    }
}

#[test]
fn a_spec_goes_through_json() {
    let spec = read("cmd='./a b' nodes=5 'option.A B=c d'");
    let json = serde_json::to_string(&spec).expect("json");
    assert_eq!(
        json,
        r#""name=a proto=uci cmd='./a b' 'option.A B'='c d' warmup=0 nodes=5 margin=100""#
    );
    assert_eq!(serde_json::from_str::<EngineSpec>(&json).expect("a spec"), spec);
    let error = serde_json::from_str::<EngineSpec>(r#""nodes=x""#).expect_err("x").to_string();
    assert!(error.contains("nodes='x'"), "{error}");
}

#[test]
fn what_is_said_for_each_engine_holds_unless_it_says_otherwise() {
    let spec = EngineSpec::read("tc=10 margin=50 option.Hash=4", "depth=3 option.Hash=8").unwrap();
    assert_eq!(spec, read("depth=3 margin=50 option.Hash=8"));
    let spec = EngineSpec::read("tc=10 depth=9", "name=x").unwrap();
    assert_eq!(spec, read("name=x tc=10 depth=9"));
}

#[test]
fn the_engine_in_this_process_is_set_up() {
    let spec = read("nodes=1 'option.Skill Level=3' 'option.move overhead=7' param.width=60");
    let Kind::Builtin(spec) = spec.kind else { panic!("builtin") };
    let settings = spec.settings().expect("settings");
    assert_eq!((settings.skill, settings.overhead), (3, Duration::from_millis(7)));
    assert_eq!(spec.constants().alphabeta.width, 60);
    assert_eq!(BuiltinSpec::default().settings().expect("settings").overhead, Duration::ZERO);
}

#[test]
fn a_wrong_word_is_told_with_what_would_be_right() {
    for (text, told) in [
        ("nodes=5 name='a", "a quote is not closed in: nodes=5 name='a"),
        ("nodes", "'nodes' is not a word of an engine: words are key=value, as in movetime=200"),
        ("'name=a\nb'", "'name=a\\nb' holds a control character"),
        (
            "node=5",
            "no word 'node': one of name, cmd, proto, dir, weights, tc, movetime, nodes, depth, \
             margin, warmup, option.NAME, param.NAME",
        ),
        ("option.=5", "no word 'option.'"),
        ("options.a=5", "no word 'options.a'"),
        ("nodes=5 nodes=6", "'nodes' is said twice"),
        ("nodes=0", "nodes='0': a whole number from 1 is expected"),
        ("depth=-1", "depth='-1': a whole number from 1 is expected"),
        ("movetime=0", "movetime='0': a whole number of milliseconds from 1 is expected"),
        ("nodes=1 margin=1.5", "margin='1.5': a whole number of milliseconds from 0 is expected"),
        ("nodes=1 name=''", "name='': a name is expected"),
        ("tc=fast", "tc='fast': moves/base+increment in seconds is expected"),
        ("tc=10 movetime=5", "both tc and movetime"),
        ("name=a", "nothing limits its moves: say tc="),
        (
            "proto=xboard",
            "proto='xboard': one of uci, ugi, botzone, botzone-json, builtin is expected",
        ),
        ("proto=uci nodes=5", "proto=uci needs cmd='program arguments'"),
        ("cmd='' nodes=5", "cmd='': a program and its arguments"),
        ("cmd='\"a' nodes=5", "cmd='\"a': a program and its arguments, quoted as for a shell"),
        ("cmd=a proto=builtin nodes=5", "'cmd' means nothing to an engine of proto=builtin"),
        ("nodes=5 warmup=5", "'warmup' means nothing to an engine of proto=builtin"),
        ("cmd=a proto=botzone nodes=5", "'nodes' means nothing to an engine of proto=botzone"),
        ("cmd=a nodes=5 weights=w", "'weights' means nothing to an engine of proto=uci"),
        ("cmd=a nodes=5 param.width=9", "'param.width' means nothing to an engine of proto=uci"),
        ("nodes=5 option.Threads=0", "option: Threads '0': a whole number from 1 to 256"),
        ("nodes=5 option.Nonsense=0", "option: no option 'Nonsense': one of Threads, "),
        ("nodes=5 option.Ponder=true", "option.Ponder is not one of the search in this process: "),
        ("nodes=5 param.nonsense=0", "no constant 'nonsense' of the search: one of step_margin, "),
        ("nodes=5 param.width=1", "param.width='1': a whole number from 4 to 500 is expected"),
    ] {
        let error = error(text);
        assert!(error.starts_with(told), "{error}");
    }
}

proptest! {
    #[test]
    fn any_spec_and_its_text_are_inverse(
        name in "\\PC{1,12}",
        command in prop::collection::vec("\\PC{0,12}", 1..4),
        dir in prop::option::of("\\PC{1,12}"),
        option in "[^=\\pC]{1,12}",
        value in "\\PC{0,12}",
        nodes in 1_u64..,
        margin in 0_u64..=1_000_000_000,
    ) {
        let program = Program::new(&command, dir.map(Into::into)).expect("a program");
        let universal = UniversalSpec {
            program,
            face: Face::Ugi,
            options: vec![(option, value)],
            warmup: Duration::ZERO,
        };
        let spec = EngineSpec {
            name,
            kind: Kind::Universal(universal),
            time: TimeControl { nodes: Some(nodes), ..TimeControl::default() },
            margin: Duration::from_millis(margin),
        };
        prop_assert_eq!(spec.to_string().parse(), Ok(spec));
    }
}
