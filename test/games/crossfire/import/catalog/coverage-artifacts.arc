Allowed phial
chance 95
Object sparks
type 5
other_arch spark
end
Allowed phial
chance 5
Object riddles
type 5
other_arch riddling
end
Allowed balm
chance 5
Object sparks
type 5
other_arch spark
end
Allowed balm
chance 20
Object riddles
type 5
other_arch riddling
end
