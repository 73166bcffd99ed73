// All test files share a Worker, so the wrong tokens of one test could block the requests of another test.
import { beforeEach } from 'vitest'
import { guessLimiter } from './worker.ts'

beforeEach(() => guessLimiter.reset())
