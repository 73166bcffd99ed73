import { testSeeds } from '../runner/seed-tests.ts'

testSeeds('doom-2077')
