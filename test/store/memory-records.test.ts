import { DeferredWriteRecords } from '../../durable-objects/storage/deferred-write-records.ts'
import { memoryRecords } from '../memory-records.ts'
import { conformance } from './records-conformance.ts'

conformance('in memory', async (body) => body(memoryRecords()))
conformance('in memory until a client connects', async (body) =>
  body(new DeferredWriteRecords(memoryRecords())),
)
