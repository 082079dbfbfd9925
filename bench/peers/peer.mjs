// The hand-written servers that the service is compared with: Express and pg, without the service's programs, on its schema. PEER says
// which: `rows`, `promises` or `cte`, each a file beside this one. They have one Group and one Location.
import express from 'express';
import { ONE, pool, SHOWN } from './statements.mjs';

const { callerOf, register, change } = await import(`./${process.env.PEER}.mjs`);
const app = express();
app.use(express.json());

/** Calls a handler, for whom the token names where there is one. */
const answering = (handler) => async (request, response) => {
  try {
    const caller = callerOf && (await callerOf(request));
    await handler(request, response, caller);
  } catch (error) {
    if (!error.status) console.error(error);
    response.status(error.status ?? 500).json({ error: String(error) });
  }
};

app.post('/api/v2/items', answering(register));
app.put('/api/v2/items/:id', answering(change));
app.get(
  '/api/v2/items',
  answering(async (request, response) => {
    const limit = Number(request.query.limit ?? 10);
    const text = `select ${SHOWN} from items where group_id = 1 and status <> 'deleted' order by id desc limit $1`;
    const { rows } = await pool.query({ name: 'list', text, values: [limit + 1] });
    response.json({ items: rows.slice(0, limit), hasMore: rows.length > limit, limit, page: 1 });
  }),
);
app.get(
  '/api/v2/items/:id',
  answering(async (request, response) => {
    const { rows } = await pool.query({ ...ONE, values: [request.params.id] });
    if (rows.length === 0) response.status(404).json({ error: 'not found' });
    else response.set('ETag', `"${rows[0].version}"`).json(rows[0]);
  }),
);

const server = app.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.({ type: 'ready' }));
process.on('SIGTERM', () => server.close(() => process.exit(0)));
