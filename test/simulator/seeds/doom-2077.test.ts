import { triesSeeds } from '../tries-seeds.ts'

triesSeeds('doom-2077')
