/** Reads one page of a list repeatedly, one request at a time. */
import { onJob } from "./generator.ts";

onJob("pages", async ({ url, token, warmUp, reads, rows, total }) => {
  const tookMs: number[] = [];
  for (let read = 0; read < warmUp + reads; read += 1) {
    const startedAt = performance.now();
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    const text = await response.text();
    if (read >= warmUp) tookMs.push(performance.now() - startedAt);
    const { content, totalElements } = JSON.parse(text) as { content: unknown[]; totalElements: number };
    if (content.length !== rows || totalElements !== total) {
      throw new Error(`a page of ${content.length} rows of ${totalElements}`);
    }
  }
  return tookMs;
});
