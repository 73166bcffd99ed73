import { testSeeds } from '../tries-seeds.ts'

testSeeds('archipelago')
