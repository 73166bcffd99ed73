import { testSeeds } from '../tries-seeds.ts'

testSeeds('tally')
