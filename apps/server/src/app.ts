/** The composition root: registers the plugins in the order in which they start. They stop in reverse order. */
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { accountDirectory, accounts } from "./accounts/plugin.ts";
import { admin } from "./admin/plugin.ts";
import { ALERT_TEXTS } from "./alerts/index.ts";
import { alerts } from "./alerts/plugin.ts";
import { payments } from "./billing/payments/plugin.ts";
import { subscriptionApi, subscriptions } from "./billing/subscriptions/plugin.ts";
import { cells } from "./cells/plugin.ts";
import { cluster, joinCluster } from "./cluster/plugin.ts";
import { audit } from "./identity/audit/plugin.ts";
import { consents } from "./identity/consents/plugin.ts";
import { firstSteps } from "./first-steps/plugin.ts";
import { identity } from "./identity/plugin.ts";
import type { EventHub } from "./live-updates/index.ts";
import { liveUpdates } from "./live-updates/plugin.ts";
import { messageCheck } from "./message-check/plugin.ts";
import { BOT_TEXTS } from "./messaging/bot/index.ts";
import { bot } from "./messaging/bot/plugin.ts";
import type { MailServer } from "./messaging/mail/index.ts";
import { mail } from "./messaging/mail/plugin.ts";
import type { TelegramBot } from "./messaging/index.ts";
import { NOTICE_TEXTS } from "./messaging/notifications/index.ts";
import { notifications } from "./messaging/notifications/plugin.ts";
import { messaging } from "./messaging/plugin.ts";
import { orders } from "./orders/plugin.ts";
import { overview } from "./overview/plugin.ts";
import { positions } from "./positions/plugin.ts";
import { replays } from "./replay/plugin.ts";
import { inThread } from "./replay-thread.ts";
import { reports } from "./reports/plugin.ts";
import { savedFilters } from "./saved-filters/plugin.ts";
import type { PaymentSettings } from "./services.ts";
import { health } from "./platform/http/health.ts";
import { CONNECTIONS_CHECK_MS, createHttp } from "./platform/http/http.ts";
import { createTlsListener, type TlsListener } from "./platform/http/tls-listener.ts";
import { localeRoutes } from "./platform/http/locales.ts";
import { webPages } from "./platform/http/web-pages.ts";
import { jobs, startJobs } from "./platform/jobs.ts";
import type { Metrics } from "./platform/metrics.ts";
import { platform, type PlatformOptions } from "./platform/plugin.ts";
import { STOP_TEXTS } from "./stops/index.ts";
import { stops } from "./stops/plugin.ts";
import { CHAIN_TEXTS } from "./signals/index.ts";
import { signals, startAnswers } from "./signals/plugin.ts";
import { createFigures } from "./status/index.ts";
import { status } from "./status/plugin.ts";
import { strategies, strategyDirectory } from "./strategies/plugin.ts";
import type { VenueAddresses } from "./venue-addresses.ts";
import { venues } from "./venues.ts";

/** What the product is made of; `main.ts` passes the real parts, tests may pass others. */
export interface Parts extends PlatformOptions {
  readonly addresses: VenueAddresses;
  /** Undefined: no mail is sent. */
  readonly mail: MailServer | undefined;
  /** Undefined: nothing is sent to chats. */
  readonly telegram: TelegramBot | undefined;
  /** Undefined: payments are off. */
  readonly payments: PaymentSettings | undefined;
  /** The priority of the threads of replays, as os.setPriority takes it; undefined: the lowest. */
  readonly replayPriority?: number | undefined;
  /** The built web application, if it is to be served. */
  readonly webDirectory?: string | undefined;
}

export interface App {
  /** Listening starts the product; closing stops accepting alerts, finishes work in flight, and hands over the rest. */
  readonly http: FastifyInstance;
  /** The HTTPS listener, if there is one: it listens once it is told to, and closes with `http`. */
  readonly tls: TlsListener | undefined;
  readonly metrics: Metrics;
  /** Routes for the operator's monitoring, which belong on the private port of the metrics. */
  readonly monitoringRoutes: FastifyPluginAsync;
  /** The pages that are open on this node. */
  readonly events: EventHub;
}

/** Builds the product. Nothing runs before `http` is ready. */
export async function buildApp(parts: Parts): Promise<App> {
  const { config, telegram } = parts;
  const http = await createHttp(parts);

  await http.register(platform, parts);
  await http.register(jobs);
  await http.register(cells);
  await http.register(cluster);
  await http.register(venues, { addresses: parts.addresses });
  await http.register(subscriptions);
  await http.register(accountDirectory);
  await http.register(strategyDirectory);
  await http.register(mail, { server: parts.mail });
  await http.register(messaging, {
    telegram,
    chatTexts: { ...ALERT_TEXTS, ...CHAIN_TEXTS, ...NOTICE_TEXTS, ...BOT_TEXTS, ...STOP_TEXTS },
  });
  await http.register(identity);
  await http.register(consents);
  await http.register(audit);
  await http.register(subscriptionApi);
  await http.register(accounts);
  await http.register(orders);
  await http.register(alerts);
  await http.register(savedFilters);
  await http.register(notifications);
  await http.register(bot, { telegram });
  await http.register(signals);
  await http.register(messageCheck);
  await http.register(positions);
  await http.register(stops);
  await http.register(reports);
  await http.register(strategies);
  await http.register(replays, { run: inThread(parts.replayPriority) });
  await http.register(payments, { terminal: parts.payments });
  await http.register(overview);
  await http.register(firstSteps);
  await http.register(admin);
  await http.register(status, {
    services: {
      telegram: telegram !== undefined,
      mail: parts.mail !== undefined,
      payments: parts.payments !== undefined,
    },
  });
  await http.register(liveUpdates);
  await http.platform.serve(localeRoutes);
  if (parts.webDirectory && config.role !== "relay") {
    const { webDirectory: directory, payments: terminal } = parts;
    const site = { ...config.site, ...(telegram?.name && { telegramBotName: telegram.name }) };
    const figures = await createFigures(directory, http.serviceStatus.monitor);
    await http.register(webPages({ directory, site, publicUrl: config.publicUrl, payments: terminal, figures }));
  }
  await http.register(joinCluster);
  await http.register(startAnswers);
  await http.register(startJobs);
  await http.register(health);
  const { listener } = config.certificates;
  // After the features: it finishes its requests before they close.
  const tls = listener && createTlsListener(http, listener, { connectionsCheckingInterval: CONNECTIONS_CHECK_MS });

  const { metrics } = http.platform;
  return { http, tls, metrics, monitoringRoutes: http.serviceStatus.alertmanager, events: http.liveUpdates };
}
