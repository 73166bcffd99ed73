import { freshSeeds } from '../fresh.ts'

freshSeeds('soaprun')
