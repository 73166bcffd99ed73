import { describe, expect, test } from 'vitest'
import { swallowedErrors } from './errors.ts'
import { repositorySources, singleSource, sourcesOf } from './repository.ts'

const findFaults = (text: string) => swallowedErrors(singleSource('workers/a.ts', text))

describe('the check for swallowed errors', () => {
  test('finds none in this repository', () => {
    const all = new Map([...repositorySources, ...sourcesOf('browser', 'bench')])
    expect(swallowedErrors(all)).toEqual([])
  })

  test.each([
    'try { a() } catch {}',
    'try { a() } catch { return undefined }',
    'try { a() } catch (error) { b() }',
    '// Before it.\ntry { a() } catch {}\n// After it.',
    'a().catch(() => {})',
    'a().catch(() => undefined)',
    'a().catch((error) => { b() })',
    'a().then(b, () => undefined)',
    'const text = "//"; a().catch(() => text)',
  ])('reports %s', (text) => {
    expect(findFaults(`async function f() {\n${text}\n}`)).toEqual([
      expect.stringMatching(/^workers\/a\.ts:[23] swallows/),
    ])
  })

  test.each([
    'try { a() } catch (error) { b(error) }',
    'try { a() } catch { throw new Error("no") }',
    'try { a() } catch { return throwFieldError("no") }',
    'try { a() } catch { return undefined // no JSON\n }',
    'try { a() } finally { b() }',
    'a().catch(() => {}) // it has ended',
    'a().catch(nothing)',
    'a().catch(({ message }) => b(message))',
    'a().then(b)',
  ])('accepts %s', (text) => {
    expect(findFaults(`async function f() {\n${text}\n}`)).toEqual([])
  })
})
