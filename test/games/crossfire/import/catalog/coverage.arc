Object coin
type 36
end
Object riddle
type 164
end
Object spark
type 101
subtype 5
dam 3
end
Object riddling
type 101
subtype 2
end
Object chest
type 4
end
Object heap
type 4
auto_apply 1
end
Object stall
type 68
is_floor 1
auto_apply 1
end
Object floor
type 67
is_floor 1
randomitems riddles
end
Object mage
monster 1
alive 1
level 5
can_cast_spell 1
end
Object sage
monster 1
alive 1
can_cast_spell 1
arch riddling
end
end
Object wand
type 109
end
Object sparkler
type 109
randomitems mixed
end
Object dud
type 109
randomitems riddling
end
Object phial
type 5
end
Object balm
type 5
end
