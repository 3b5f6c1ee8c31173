import fp from "fastify-plugin";
import { NODES_ALIVE } from "../cluster/plugin.ts";
import { NOTIFICATIONS_MISSED } from "../cluster/node.ts";
import { createAccept } from "./accept.ts";
import { alertsWebhook, createTakeAlert } from "./alerts-webhook.ts";
import { AnswerLog } from "./answers.ts";
import { CERTIFICATE_LEARNT, Certificates } from "./certificates.ts";
import { CHAINS_HELD } from "./chain-decisions.ts";
import { createGapDecision, type DecideGap } from "./gap-decision.ts";
import { Holds } from "./holds.ts";
import { createLimits } from "./limits.ts";
import { chainOwnerOf, storedHoldings } from "./recipient.ts";
import { StandstillWatch } from "../platform/standstill.ts";
import { createTakeOrder, ordersWebhook, type TakePost } from "./orders-webhook.ts";

declare module "fastify" {
  interface FastifyInstance {
    readonly answers: AnswerLog;
    readonly takeOrder: TakePost;
    readonly decideGap: DecideGap;
  }
}

/** The webhooks that TradingView posts to. */
export const signals = fp(
  async (app) => {
    const { config, database, clock, bus, failpoint, metrics, writeCheck, log, logger, serve } = app.platform;
    const { cluster, orders, messaging, sendRules: rules, accountDirectory: accounts, intakePriority } = app;
    const db = database.journal;
    const isAlone = database.kind === "pglite";
    const answers = new AnswerLog({ db, clock, node: () => cluster.name, isAlone, log });
    app.decorate("answers", answers);
    let nodesAlive = 1;
    cluster.watchNodes(async (nodes, areAll) => {
      nodesAlive = nodes.length;
      bus.publish(NODES_ALIVE, nodes);
      if (areAll) await answers.lostWithNodesOtherThan(nodes);
    });
    const limits = createLimits({
      db,
      clock,
      bus,
      node: () => cluster.name,
      nodes: () => nodesAlive,
      alertsPerMinute: config.alertsPerMinute,
      log,
    });
    const accept = createAccept({ db, clock, failpoint, answers, orders, rules, messaging, bus });
    const parts = { accounts, strategies: app.strategyDirectory, holdings: storedHoldings(db), db, clock };
    const ownerOf = (chain: { readonly sourceId: string; readonly ticker: string }) => chainOwnerOf(parts, chain);
    const holds = new Holds({ db, clock, bus, failpoint, ownerOf, log });
    cluster.consume(CHAINS_HELD, holds);
    const take = { accept, limits, intakePriority, ...parts };
    app.decorate("takeOrder", createTakeOrder(take));
    app.decorate("decideGap", createGapDecision({ ...parts, accept, node: () => cluster.name }));
    const certificates = new Certificates({ db, clock, bus, log, logger });
    if (config.site.seesCertificates) {
      bus.subscribe(CERTIFICATE_LEARNT, () => void certificates.refresh());
      bus.subscribe(NOTIFICATIONS_MISSED, () => void certificates.refresh());
      app.addHook("onReady", () => certificates.refresh());
    }
    const { tradingViewOnly, mode } = config;
    const isSandbox = mode === "sandbox";
    const standstill = new StandstillWatch();
    const certificateHeader = config.certificates.header;
    const proofs = { certificates, certificateHeader, tradingViewOnly, isSandbox };
    const webhook = { clock, logger, metrics, answers, writeCheck, standstill, ...proofs };
    await serve(ordersWebhook(app.takeOrder, webhook), alertsWebhook(createTakeAlert(take), webhook));
    app.addHook("onClose", async () => {
      standstill.stop();
      await certificates.stop();
      await holds.stop();
      await limits.stop();
      await answers.stop();
    });
  },
  { name: "signals", dependencies: ["cluster", "orders", "messaging", "account directory", "strategy directory"] },
);

/** Opens the record of answers after the node takes its lock, which shows the other nodes that it is alive. */
export const startAnswers = fp(
  async (app) => {
    const { config } = app.platform;
    app.addHook("onReady", async () => {
      if (config.role !== "relay") await app.answers.start();
    });
  },
  { name: "start answers", dependencies: ["signals", "join cluster"] },
);
