import { testSeeds } from '../tries-seeds.ts'

testSeeds('arcane-sector')
