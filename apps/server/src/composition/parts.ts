import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import type { EventHub } from "../live-updates/index.ts";
import type { MailServer } from "../messaging/mail/index.ts";
import type { TelegramBot } from "../messaging/index.ts";
import type { PaymentSettings } from "../payment-settings.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Metrics } from "../platform/metrics.ts";
import type { KeyRing } from "../platform/security/key-ring.ts";
import type { PasswordCost } from "../platform/security/passwords.ts";
import type { SecretBox } from "../platform/security/secret-box.ts";
import type { Failpoint } from "../platform/failpoint.ts";
import type { IntakePriority } from "../cluster/intake-priority.ts";
import type { VenueAddresses } from "../venue-addresses.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import type { SharedBus } from "../platform/pubsub.ts";

/** What the product is made of; `main.ts` gives the real parts, tests may give others. */
export interface Parts {
  readonly config: Config;
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  readonly logger: FastifyBaseLogger;
  readonly addresses: VenueAddresses;
  /** Undefined: no mail is sent. */
  readonly mail: MailServer | undefined;
  /** Undefined: nothing is sent to chats. */
  readonly telegram: TelegramBot | undefined;
  /** Undefined: nothing is sold. */
  readonly payments: PaymentSettings | undefined;
  readonly failpoint: Failpoint;
  /** What hashing a password costs; by default as much as it should. */
  readonly passwordCost?: PasswordCost;
  /** The built web application, if it is to be served. */
  readonly webDirectory?: string | undefined;
}

export interface App {
  /** Listening starts the relay; closing stops taking alerts, lets what is in flight end, and hands over the rest. */
  readonly http: FastifyInstance;
  readonly metrics: Metrics;
  /** The pages that are open on this node. */
  readonly events: EventHub;
}

/** What every room of the product is wired with. */
export interface Common extends Parts {
  readonly secretBox: SecretBox;
  readonly intakePriority: IntakePriority;
  readonly metrics: Metrics;
  readonly bus: SharedBus;
  readonly log: RetryLog;
}
