// Usage: node ro-crate.cjs LIBRARY FOLDER... Validates the RO-Crates in folders with lib/validator.js of the npm package ro-crate, and
// compares their files with what they describe. LIBRARY is the folder of the package's lib. It asks no network: in place of the contexts
// that a crate names, it has the one in the package, of RO-Crate 1.2, which has all terms of 1.1 that the validator looks up.
const fs = require('fs')
const path = require('path')
const [library, ...folders] = process.argv.slice(2)
const context = require(path.resolve(library, 'context.json'))
globalThis.fetch = async () => ({ ok: true, json: async () => context })
const { ROCrate } = require(path.resolve(library, 'rocrate.js'))
const { Validator } = require(path.resolve(library, 'validator.js'))

// validate prints what is wrong with a folder, and returns the number of problems.
async function validate(folder) {
  const validator = new Validator()
  const json = JSON.parse(fs.readFileSync(path.join(folder, 'ro-crate-metadata.json'), 'utf8'))
  validator.parseJSON(json)
  validator.crate = new ROCrate(json, { array: true, link: true })
  await validator.crate.resolveContext()
  await validator.validate()
  const files = {}
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const name = path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name))
    if (name !== 'ro-crate-metadata.json' && entry.isFile() && !entry.name.startsWith('.')) files[name] = { exists: true }
    if (entry.isDirectory()) files[name + '/'] = { exists: true, isDir: true }
  }
  validator.checkFiles(files)
  const folderOnly = ({ id, entity }) => id === 'validCrateDataEntityInCrateDir' && entity.endsWith('/') // its files are described
  const problems = validator.results.filter((r) => r.status !== 'success' && !folderOnly(r))
  for (const { status, entity, message, clause } of problems) console.log(`${folder}: ${status}: ${entity ?? ''} ${message} ${clause ?? ''}`)
  console.log(`${folder}: ${validator.results.filter((r) => r.status === 'success').length} checks passed, ${problems.length} failed`)
  return problems.length
}

;(async () => {
  let problems = 0
  for (const folder of folders) problems += await validate(folder)
  process.exit(problems || !folders.length ? 1 : 0)
})()
