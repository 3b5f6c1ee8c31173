CREATE TABLE "client_certificates" (
	"fingerprint" "bytea" PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"valid_to" timestamp with time zone NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "former_strategies" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "position_chains" (
	"source_id" text NOT NULL,
	"ticker" text NOT NULL,
	"user_id" uuid NOT NULL,
	"partition" smallint NOT NULL,
	"state" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"hold_ends_at" bigint,
	CONSTRAINT "position_chains_source_id_ticker_pk" PRIMARY KEY("source_id","ticker")
);
--> statement-breakpoint
CREATE TABLE "stops" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"subject_id" text,
	"level" text NOT NULL,
	"state" text NOT NULL,
	"requested_at" bigint NOT NULL,
	"proven_at" bigint,
	"lifted_at" bigint,
	"progress" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "strategies" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"id_hash" "bytea" NOT NULL,
	"sealed_id" text NOT NULL,
	"name" text NOT NULL,
	"mode" text NOT NULL,
	"on_gap" text NOT NULL,
	"start" text NOT NULL,
	"state" text NOT NULL,
	"on_protection_refused" text NOT NULL,
	"limits" jsonb NOT NULL,
	"roll" jsonb NOT NULL,
	"client_certificate" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "strategies_id_hash_unique" UNIQUE("id_hash")
);
--> statement-breakpoint
CREATE TABLE "strategy_days" (
	"strategy_id" text NOT NULL,
	"account_id" text NOT NULL,
	"record" jsonb NOT NULL,
	CONSTRAINT "strategy_days_strategy_id_account_id_pk" PRIMARY KEY("strategy_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "strategy_log" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "strategy_log_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"strategy_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"at" bigint NOT NULL,
	"kind" text NOT NULL,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "strategy_members" (
	"strategy_id" text NOT NULL,
	"account_id" text NOT NULL,
	"place" smallint NOT NULL,
	"sizing" jsonb NOT NULL,
	"is_on" boolean NOT NULL,
	CONSTRAINT "strategy_members_strategy_id_account_id_pk" PRIMARY KEY("strategy_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "strategy_positions" (
	"strategy_id" text NOT NULL,
	"account_id" text NOT NULL,
	"symbol" text NOT NULL,
	"user_id" uuid NOT NULL,
	"venue" text NOT NULL,
	"quantity" numeric NOT NULL,
	"cash" numeric DEFAULT '0' NOT NULL,
	"scale" jsonb,
	"entries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "strategy_positions_strategy_id_account_id_symbol_pk" PRIMARY KEY("strategy_id","account_id","symbol")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "strategy_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "instruction" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "sizing" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "contract" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "stop_id" uuid;--> statement-breakpoint
ALTER TABLE "signals" ADD COLUMN "strategy_id" text;--> statement-breakpoint
ALTER TABLE "signals" ADD COLUMN "link" jsonb;--> statement-breakpoint
ALTER TABLE "signals" ADD COLUMN "is_certified" boolean;--> statement-breakpoint
ALTER TABLE "former_strategies" ADD CONSTRAINT "former_strategies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stops" ADD CONSTRAINT "stops_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strategies" ADD CONSTRAINT "strategies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strategy_members" ADD CONSTRAINT "strategy_members_strategy_id_strategies_id_fk" FOREIGN KEY ("strategy_id") REFERENCES "public"."strategies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strategy_members" ADD CONSTRAINT "strategy_members_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "position_chains_holding" ON "position_chains" USING btree ("partition","hold_ends_at") WHERE hold_ends_at is not null;--> statement-breakpoint
CREATE INDEX "stops_of_user" ON "stops" USING btree ("user_id","requested_at");--> statement-breakpoint
CREATE INDEX "stops_in_force" ON "stops" USING btree ("user_id") WHERE lifted_at is null;--> statement-breakpoint
CREATE INDEX "strategies_user" ON "strategies" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "strategy_log_of_strategy" ON "strategy_log" USING btree ("strategy_id","seq");--> statement-breakpoint
CREATE INDEX "strategy_members_account" ON "strategy_members" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "strategy_positions_of_account" ON "strategy_positions" USING btree ("account_id","symbol");--> statement-breakpoint
CREATE INDEX "strategy_positions_of_user" ON "strategy_positions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "orders_of_strategy" ON "orders" USING btree ("strategy_id","account_id","seq") WHERE strategy_id is not null;--> statement-breakpoint
CREATE INDEX "orders_of_signal" ON "orders" USING btree ("signal_id") WHERE strategy_id is not null;--> statement-breakpoint
CREATE INDEX "orders_of_stop" ON "orders" USING btree ("account_id","ticker","seq") WHERE stop_id is not null;--> statement-breakpoint
CREATE INDEX "signals_of_strategy" ON "signals" USING btree ("strategy_id","seq") WHERE strategy_id is not null;