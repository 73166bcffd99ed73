Object chest
name chest
face crate.111
type 4
randomitems hoard
end
Object heap
name heap
face crate.111
type 4
auto_apply 1
hp 2
randomitems hoard
end
Object stall
name stall
face meadow.111
type 68
is_floor 1
no_pick 1
auto_apply 1
randomitems wares
end
Object blade
name blade
face post.111
type 15
dam 5
weight 1000
value 40
end
Object coin
name coin
name_pl coins
face milk.111
type 36
nrof 1
value 1
end
Object spark
name spark
type 101
invisible 1
end
Object rat
name rat
face cat.131
monster 1
alive 1
hp 1
ac 20
exp 5
randomitems ratty
end
