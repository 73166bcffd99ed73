import { memoryRecords } from '../../durable-objects/storage/records.ts'
import { conformance } from './records-conformance.ts'

conformance('in memory', async (body) => body(memoryRecords()))
