# Does nothing wrong, and writes what it hears to the file that is its first argument, if there is
# one.
. "${0%/*}/engine.sh"

log=${1:-/dev/null}
heard() { say "${1% }" >>"$log"; }
on_uci() {
    say 'option name Hash type spin default 16 min 1 max 64'
    say 'option name Clear Hash type button'
    say 'option name UCI_Variant type combo default amazons var amazons var Strelci6'
    say uciok
}

serve
