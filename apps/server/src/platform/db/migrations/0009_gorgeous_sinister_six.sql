CREATE TABLE "component_states" (
	"component" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"checked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "incident_alerts" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"incident_id" uuid NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "incident_updates" (
	"incident_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"text" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text,
	"venue" text,
	"components" text[] NOT NULL,
	"impact" text NOT NULL,
	"title" jsonb,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "latency_sum_mark" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"minute" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "latency_sums" (
	"minutes" integer NOT NULL,
	"start" integer NOT NULL,
	"venue" text NOT NULL,
	"is_demo" boolean NOT NULL,
	"relay" jsonb NOT NULL,
	"answer" jsonb NOT NULL,
	CONSTRAINT "latency_sums_minutes_start_venue_is_demo_pk" PRIMARY KEY("minutes","start","venue","is_demo")
);
--> statement-breakpoint
CREATE TABLE "uptime_days" (
	"day" integer NOT NULL,
	"component" text NOT NULL,
	"measured" integer NOT NULL,
	"degraded" integer NOT NULL,
	"down" integer NOT NULL,
	CONSTRAINT "uptime_days_day_component_pk" PRIMARY KEY("day","component")
);
--> statement-breakpoint
CREATE TABLE "uptime_mark" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"minute" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "incident_alerts" ADD CONSTRAINT "incident_alerts_incident_id_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_updates" ADD CONSTRAINT "incident_updates_incident_id_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "incident_alerts_firing" ON "incident_alerts" USING btree ("incident_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "incident_updates_of" ON "incident_updates" USING btree ("incident_id","at");--> statement-breakpoint
CREATE INDEX "incidents_closed" ON "incidents" USING btree ("closed_at");