import { testSeeds } from '../runner/seed-tests.ts'

testSeeds('retroarch')
