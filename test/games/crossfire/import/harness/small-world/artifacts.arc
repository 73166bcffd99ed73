# rare ones
Allowed milk,!crate
chance 20
Object kindness
value 10
msg
 It tastes of it.
endmsg
end
Allowed all
chance 3
type 54
Object old age
food -5
end
