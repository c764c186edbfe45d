# Gives every answer twice, and once more when it is told of a new game.
. "${0%/*}/engine.sh"

count=1
on_new_game() { say 'bestmove a1a7,a7a1'; }
on_go() {
    count=$((count + 1))
    say "bestmove c1c$count,c${count}c1"
    say 'bestmove a1a8,a8a1'
}

serve
