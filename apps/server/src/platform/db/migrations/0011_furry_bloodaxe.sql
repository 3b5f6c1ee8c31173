CREATE TABLE "holdings" (
	"account_id" text PRIMARY KEY NOT NULL,
	"key_version" integer NOT NULL,
	"positions" jsonb NOT NULL,
	"money" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "position_closes" (
	"account_id" text NOT NULL,
	"ticker" text NOT NULL,
	"order_id" uuid NOT NULL,
	"closed_at" bigint NOT NULL,
	CONSTRAINT "position_closes_account_id_ticker_pk" PRIMARY KEY("account_id","ticker")
);
--> statement-breakpoint
CREATE TABLE "fill_sums" (
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"symbol" text NOT NULL,
	"quarter" integer NOT NULL,
	"currency" text NOT NULL,
	"venue" text NOT NULL,
	"ticker" text NOT NULL,
	"fills" integer DEFAULT 0 NOT NULL,
	"realised" numeric DEFAULT 0 NOT NULL,
	"fees" numeric DEFAULT 0 NOT NULL,
	"quantity" numeric,
	"cost" numeric,
	"unit_value" numeric,
	"tick" numeric,
	"signal_fills" integer DEFAULT 0 NOT NULL,
	"slippage" numeric DEFAULT 0 NOT NULL,
	"signal_value" numeric DEFAULT 0 NOT NULL,
	"slippage_ticks" numeric DEFAULT 0 NOT NULL,
	"tick_quantity" numeric DEFAULT 0 NOT NULL,
	"signal_ms" bigint DEFAULT 0 NOT NULL,
	"signal_ms_fills" integer DEFAULT 0 NOT NULL,
	"relay_ms" bigint DEFAULT 0 NOT NULL,
	"relay_ms_fills" integer DEFAULT 0 NOT NULL,
	"venue_ms" bigint DEFAULT 0 NOT NULL,
	"venue_ms_fills" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "fill_sums_account_id_symbol_quarter_currency_pk" PRIMARY KEY("account_id","symbol","quarter","currency")
);
--> statement-breakpoint
CREATE TABLE "own_holdings" (
	"account_id" text NOT NULL,
	"symbol" text NOT NULL,
	"user_id" uuid NOT NULL,
	"venue" text NOT NULL,
	"ticker" text NOT NULL,
	"currency" text NOT NULL,
	"unit_value" numeric NOT NULL,
	"tick" numeric,
	"quantity" numeric NOT NULL,
	"cost" numeric NOT NULL,
	CONSTRAINT "own_holdings_account_id_symbol_pk" PRIMARY KEY("account_id","symbol")
);
--> statement-breakpoint
ALTER TABLE "holdings" ADD CONSTRAINT "holdings_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "position_closes" ADD CONSTRAINT "position_closes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fill_sums_of_user" ON "fill_sums" USING btree ("user_id","quarter");--> statement-breakpoint
CREATE INDEX "own_holdings_of_user" ON "own_holdings" USING btree ("user_id");