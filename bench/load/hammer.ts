import autocannon from "autocannon";
import { alertBody } from "../product/venue-keys.ts";
import { onJob } from "./generator.ts";

onJob("hammer", async ({ url, connections, seconds, accounts, firstLots }) => {
  let lots = firstLots;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        method: "POST",
        headers: { "content-type": "application/json" },
        setupRequest: (request) => {
          lots += 1;
          return { ...request, body: alertBody(accounts[lots % accounts.length] ?? "", lots) };
        },
      },
    ],
  });
  return {
    answersPerS: Math.round(result["2xx"] / result.duration),
    failed: result.non2xx + result.errors,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  };
});
