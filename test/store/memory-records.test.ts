import { memoryRecords } from '../memory-records.ts'
import { conformance } from './records-conformance.ts'

conformance('in memory', async (body) => body(memoryRecords()))
