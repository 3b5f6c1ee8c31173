import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface Redirecting {
  /** Without a slash at the end. */
  readonly url: string;
  /** How many requests it has redirected. */
  readonly asked: () => number;
  /** How many of them arrived where it redirects to. */
  readonly followed: () => number;
}

/** Starts a server that redirects every request to another server, for the length of the test. */
export async function startRedirecting(): Promise<Redirecting> {
  let [asked, followed] = [0, 0];
  const elsewhere = await listen((_, response) => {
    followed += 1;
    response.end("{}");
  });
  const url = await listen((_, response) => {
    asked += 1;
    response.writeHead(307, { location: `${elsewhere}/elsewhere` }).end();
  });
  return { url, asked: () => asked, followed: () => followed };
}

async function listen(answer: RequestListener): Promise<string> {
  const http = createServer(answer);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void http.close());
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}
