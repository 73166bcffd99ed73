Object warrior_class
type 37
randomitems of_warriors
end
Object dwarf_player
type 1
randomitems of_dwarves
end
Object cudgel
name cudgel
face post.111
type 15
dam 4
last_sp 8
weight 9000
end
Object jerkin
name jerkin
face post.111
type 16
ac 2
resist_physical 10
weight 60000
end
Object lore_of_gods
name praying
type 43
invisible 1
skill praying
end
Object silvercoin
name silver coin
name_pl silver coins
face milk.111
type 36
nrof 1
value 1
end
