CREATE TABLE "last_orders" (
	"account_id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"received_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_sum_mark" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"quarter" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_sums" (
	"user_id" uuid NOT NULL,
	"quarter" integer NOT NULL,
	"last_seq" bigint NOT NULL,
	"created" integer NOT NULL,
	"rejected" integer NOT NULL,
	"open_seqs" bigint[] NOT NULL,
	"refusals" jsonb NOT NULL,
	"relay" jsonb NOT NULL,
	"venue" jsonb NOT NULL,
	CONSTRAINT "order_sums_user_id_quarter_pk" PRIMARY KEY("user_id","quarter")
);
--> statement-breakpoint
ALTER TABLE "payment_orders" ADD COLUMN "declined_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_orders" ADD COLUMN "decline_code" integer;--> statement-breakpoint
CREATE INDEX "last_orders_of_user" ON "last_orders" USING btree ("user_id");