# ours
Allowed knife
chance 10
Object Ease
type 15
magic 1
dam 20
weight 50
value 5
Str 1
resist_fire 30
item_power 3
msg
Light as a leaf.
endmsg
end
#
Allowed !knife
chance 10
Object Nobody
type 15
end
#
Allowed all
chance 10
difficulty 20
Object Burden
type 15
weight -4000
cursed 1
end
#
Allowed flask
chance 5
Object mending
type 5
other_arch mend
face crate.111
end
#
Allowed flask
chance 5
Object vigour
type 5
Str 3
end
#
Allowed mug
chance 5
Object nothing
type 5
end
