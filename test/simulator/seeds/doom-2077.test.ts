import { testSeeds } from '../tries-seeds.ts'

testSeeds('doom-2077')
