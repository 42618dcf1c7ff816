export { describeChanges, type ProductParts } from './product-parts.rules.ts'
export {
  nameOrUntitled,
  PlanValidator,
  resolveAddress,
  toPreviewedProduct,
  withPlanPrice,
} from './plan-fields.rules.ts'
export { sortProblems, type Problem, formatProblem } from './problems.rules.ts'
export {
  joinPath,
  type ProductPlan,
  readBody,
  type FolderReadContext,
  readPage,
  readYaml,
  readYamlFile,
} from './folder-reading.service.ts'
export { readContent, openSourceFolder, type SourceFile, type SourceFolder } from './source-folders.service.ts'
export { listAllProducts, listProductContents, withSnapshot, type StoredProduct } from './folder-writing.queries.ts'
export { getValueAt } from './yaml-text.rules.ts'
export {
  createFileSaver,
  toTextBlock,
  writePage,
  writeYaml,
  type FolderWriteContext,
} from './folder-writing.service.ts'
export { readRow, replaceFiles } from './product-fields.rules.ts'
export { createProductFormat, type ProductFormat } from './product-models.service.ts'
export {
  type PlanFiles,
  readFiles,
  readTexts,
  saveRow,
  validateFields,
  writeRecord,
} from './product-records.service.ts'
