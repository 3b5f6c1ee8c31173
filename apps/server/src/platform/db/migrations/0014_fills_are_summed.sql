CREATE TABLE "funding_payments" (
	"account_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"venue" text NOT NULL,
	"symbol" text NOT NULL,
	"ticker" text NOT NULL,
	"currency" text NOT NULL,
	"amount" numeric NOT NULL,
	"paid_at" bigint NOT NULL,
	CONSTRAINT "funding_payments_account_id_payment_id_pk" PRIMARY KEY("account_id","payment_id")
);--> statement-breakpoint
ALTER TABLE "fill_sums" DROP CONSTRAINT "fill_sums_account_id_symbol_quarter_currency_pk";--> statement-breakpoint
ALTER TABLE "fill_sums" ADD COLUMN "strategy" text NOT NULL;--> statement-breakpoint
ALTER TABLE "fill_sums" ADD CONSTRAINT "fill_sums_account_id_symbol_quarter_currency_strategy_pk" PRIMARY KEY("account_id","symbol","quarter","currency","strategy");--> statement-breakpoint
ALTER TABLE "fills" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "fills" ADD COLUMN "summed_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "own_holdings" ADD COLUMN "version" integer NOT NULL;--> statement-breakpoint
CREATE INDEX "funding_payments_of_user" ON "funding_payments" USING btree ("user_id","paid_at");--> statement-breakpoint
CREATE INDEX "fills_of_user_by_time" ON "fills" USING btree ("user_id","executed_at");--> statement-breakpoint
CREATE INDEX "fills_of_instrument" ON "fills" USING btree ("account_id","symbol","executed_at");--> statement-breakpoint
CREATE INDEX "fills_to_sum" ON "fills" USING btree ("user_id","account_id","symbol","executed_at") WHERE summed_revision < revision;