import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';

const METHODS = ['get', 'post', 'put', 'delete'];
const OPTIONS = { folderStrategy: 'Tags', parametersResolution: 'Example', enableOptionalParameters: false };

/** The collection that openapi-to-postmanv2 makes of the document. @param folder where it is installed */
export async function postmanCollection(folder, document) {
  const { convertV2 } = createRequire(join(folder, 'package.json'))('openapi-to-postmanv2');
  const { result, reason, output } = await promisify(convertV2)({ type: 'json', data: prepared(document) }, OPTIONS);
  if (!result) throw new Error(reason);
  const [{ data: collection }] = output;
  collection.variable.push({ key: 'bearerToken', value: '', type: 'string' });
  return collection;
}

/**
 * The document as a collection needs it: each operation in one folder; saved answers only of what succeeds, as those of errors are nine
 * tenths of the file; a key of its own for each sending.
 */
function prepared(document) {
  const copy = structuredClone(document);
  copy.servers = [{ url: 'http://127.0.0.1:3000' }];
  for (const operation of Object.values(copy.paths).flatMap((path) => METHODS.flatMap((method) => path[method] ?? []))) {
    operation.tags = operation.tags.slice(0, 1);
    operation.responses = Object.fromEntries(Object.entries(operation.responses).filter(([status]) => Number(status) < 400));
  }
  copy.components.parameters['Idempotency-Key'].example = '{{$guid}}';
  return copy;
}
