# Thinks that every game is over, and that Black has won.
. "${0%/*}/engine.sh"

on_query() {
    case $1 in
        gameover) say 'response true' ;;
        result) say 'response p2win' ;;
    esac
}

serve
