# A UCI program that knows nothing of the game and answers as it is written here. A script reads
# this, changes what it does wrong, and calls serve.

say() { printf '%s\n' "$1"; }
heard() { :; }
on_uci() {
    say 'id name script'
    say 'option name Hash type spin default 16 min 1 max 64'
    say uciok
}
on_ugi() { say ugiok; }
on_option() { :; }
on_new_game() { :; }
on_ready() { say readyok; }
on_position() { :; }
on_go() {
    say 'info depth 3 score cp 12 nodes 345'
    say 'bestmove c1c2,c2c1'
}
on_query() { say 'response none'; }
on_quit() { exit 0; }

serve() {
    while read -r word rest; do
        heard "$word $rest"
        case $word in
            uci) on_uci ;;
            ugi) on_ugi ;;
            setoption) on_option "$rest" ;;
            ucinewgame | uginewgame) on_new_game ;;
            isready) on_ready ;;
            position) on_position "$rest" ;;
            go) on_go "$rest" ;;
            query) on_query "$rest" ;;
            quit) on_quit ;;
        esac
    done
}
