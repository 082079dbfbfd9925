export { importFileIn, importFilesInUse } from './file/import-file.js';
export { ReceivedFiles } from './file/received-files.js';
export { importRecord } from './http/import.record.js';
export { ImportForm } from './http/import-form.js';
export { ImportWorkModule } from './import-work.module.js';
export { importsContext } from './imports.context.js';
export { Imports } from './imports.js';
export { ImportRunner } from './work/import-runner.js';
export { refusalLines, refusedRows } from './work/refusal-lines.js';
