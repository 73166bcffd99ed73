import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import {
  browserDosboxConfig,
  createDrive,
  doFilesFitDrive,
  readArchive,
} from '../../../../../games/lan/browser/dos/drive.ts'
import { ZipError } from '../../../../../games/shared/zip.ts'

const bytes = new Uint8Array([1, 2, 3])
const namesOf = (...paths: string[]) =>
  createDrive(paths.map((path) => ({ path, bytes }))).files.map(({ path }) => path)

describe('the files of a drive', () => {
  it.each([
    ['doom.exe', 'DOOM.EXE'],
    ['Games/Doom/DOOM1.WAD', 'GAMES/DOOM/DOOM1.WAD'],
    ['Warcraft II/war2.exe', 'WARCRA~1/WAR2.EXE'],
    ['read me first.textfile', 'README~1.TEX'],
    ['.hidden', 'HIDDEN'],
    ['ünïcode+.bat', 'NCODE.BAT'],
    ['ü', '_'],
    ['archive.tar.gz', 'ARCHIV~1.GZ'],
  ])('[LAN-7.1] have DOS names: %s is %s', (path, expected) => {
    expect(namesOf(path)).toEqual([expected])
  })

  it('[LAN-7.1] have different names, even if their original names begin alike or differ only in case', () => {
    const long = Array.from({ length: 12 }, (_, n) => `longer than eight ${n}.dat`)
    const names = namesOf(...long, 'a.txt', 'A.TXT', 'Dir one/x', 'Dir one/y', 'Dir ones/x')
    expect(new Set(names).size).toBe(names.length)
    expect(names.slice(0, 2)).toEqual(['LONGER~1.DAT', 'LONGER~2.DAT'])
    expect(names[11]).toBe('LONGE~12.DAT')
    expect(names.slice(-5)).toEqual(['A.TXT', 'A~1.TXT', 'DIRONE/X', 'DIRONE/Y', 'DIRONES/X'])
  })

  it('[LAN-7.1] are read from a zip', () => {
    const { files } = readArchive(zipSync({ 'game/run.com': bytes, 'game/empty.dat': new Uint8Array(0) }))
    expect(files).toEqual([
      { path: 'GAME/RUN.COM', bytes },
      { path: 'GAME/EMPTY.DAT', bytes: new Uint8Array(0) },
    ])
  })

  it('are refused if the file is not a zip, or if they are too large', () => {
    expect(() => readArchive(bytes)).toThrow(ZipError)
    expect([doFilesFitDrive([1, 2]), doFilesFitDrive([200 * 2 ** 20, 57 * 2 ** 20])]).toEqual([true, false])
    expect(doFilesFitDrive(Array(20_001).fill(0))).toBe(false)
  })
})

describe('the programs of a drive', () => {
  it('[LAN-7.1] are offered in the order of likelihood: programs near the root first, setup programs last', () => {
    const paths = ['A/B/DEEP.EXE', 'SETUP.EXE', 'DATA.WAD', 'DOS4GW.EXE', 'A/GAME.BAT', 'DOOM.EXE']
    const { programs } = createDrive(paths.map((path) => ({ path, bytes })))
    expect(programs).toEqual(['DOOM.EXE', 'A/GAME.BAT', 'A/B/DEEP.EXE', 'SETUP.EXE', 'DOS4GW.EXE'])
  })

  it('[LAN-7.3] start after the computer has joined the room', () => {
    const lines = browserDosboxConfig({ files: [], programs: [] }, 'GAMES/DOOM/DOOM.EXE').split('\n')
    expect(lines.slice(0, 3)).toEqual(['[ipx]', 'ipx=true', '[autoexec]'])
    const started = ['@mount c .', '@c:', '@ipxnet connect 1', '@cd GAMES', '@cd DOOM', 'DOOM.EXE', '']
    expect(lines.slice(3)).toEqual(started)
    expect(browserDosboxConfig({ files: [], programs: [] })).toMatch(/connect 1\n$/)
  })

  it('[LAN-7.3] of a bundle start as the bundle specifies, after the computer has joined the room', () => {
    const own = '[ipx]\nipx=false\n[autoexec]\nmount c .\nDOOM.EXE\n'
    const { config, files } = readArchive(
      zipSync({ 'DOOM.EXE': bytes, '.jsdos/dosbox.conf': new TextEncoder().encode(own) }),
    )
    expect(files.map(({ path }) => path)).toEqual(['DOOM.EXE'])
    const drive = { files, programs: [], ...(config !== undefined && { config }) }
    expect(browserDosboxConfig(drive)).toBe(
      '[ipx]\nipx=false\n[autoexec]\n@ipxnet connect 1\nmount c .\nDOOM.EXE\n\n[ipx]\nipx=true\n',
    )
  })
})
