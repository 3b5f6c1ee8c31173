"""Writes worked-sizes.csv: python3 worked-sizes.py > worked-sizes.csv

Worked by hand in exact fractions, from the formulas in docs/decisions/sizing.md and without the code that they test. Each
kind of case has its own formula below; nothing is shared but rounding and the value of a unit.
"""
import csv
import sys
from fractions import Fraction as F

COLUMNS = (
    "about venue lot step minQuantity minAmount price worth per currency worthKind kind side from to contracts money "
    "equityPercent sizing value held scale scaleUnits buys sells entries equity margin hedged leg free maxPosition "
    "pyramiding result direction quantity closes opens reason positionSide"
).split()
ROWS = []

ALOR, TINKOFF, SPOT, FUTURES = "ALOR_BROKER", "TINKOFF", "BINANCE_SPOT", "BINANCE_FUTURES"


def instrument(venue, name, lot, step, price, worth, per, currency, worth_kind, least="", amount=""):
    return dict(venue=venue, name=name, lot=lot, step=step, price=price, worth=worth, per=per, currency=currency,
                worthKind=worth_kind, minQuantity=least, minAmount=amount)


def moscow(venue, name, lot, price, worth="1", per="1", worth_kind="price"):
    return instrument(venue, name, lot, "1", price, worth, per, "RUB", worth_kind)


SBER = moscow(ALOR, "SBER", "10", "302.15")
SNGS = moscow(ALOR, "SNGS", "100", "21.9")
OFZ = moscow(ALOR, "SU26238RMFS4", "1", "58.412", "1000", "100", "clean-price")
RTS = moscow(ALOR, "RTS-12.26", "1", "112340", "16.21", "10", "contract")
BRENT = moscow(ALOR, "BR-1.27", "1", "67.42", "8.1", "0.01", "contract")
GAZP = moscow(TINKOFF, "GAZP", "10", "128.4")
TMOS = moscow(TINKOFF, "TMOS", "1", "6.52")
YUAN = moscow(TINKOFF, "CNYRUB_TOM", "1000", "11.617")
SI = moscow(TINKOFF, "SiZ6", "1", "84250", "1", "1", "contract")
CNY = moscow(TINKOFF, "CRZ6", "1", "11.684", "1", "0.001", "contract")
BTC = instrument(SPOT, "BTCUSDT", "1", "0.00001", "97012.34", "1", "1", "USDT", "price", "0.00001", "5")
DOGE = instrument(SPOT, "DOGEUSDT", "1", "1", "0.23457", "1", "1", "USDT", "price", "1", "1")
BTCP = instrument(FUTURES, "BTCUSDT.P", "1", "0.001", "97020.1", "1", "1", "USDT", "contract", "0.001", "100")
ETHP = instrument(FUTURES, "ETHUSDT.P", "1", "0.001", "3456.78", "1", "1", "USDT", "contract", "0.001", "20")
ALL = [SBER, SNGS, OFZ, RTS, BRENT, GAZP, TMOS, YUAN, SI, CNY, BTC, DOGE, BTCP, ETHP]
SHORTABLE = [one for one in ALL if one["venue"] != SPOT]


def unit(of):
    """Money for one lot or base unit."""
    return F(of["price"]) * F(of["worth"]) / F(of["per"]) * F(of["lot"])


def down(size, of):
    """Towards zero, to the step."""
    step = F(of["step"])
    return (abs(size) // step) * step * (1 if size >= 0 else -1)


def text(number):
    if isinstance(number, str):
        return number
    number = F(number)
    scale = 10 ** 18
    whole = abs(number.numerator) * scale // number.denominator
    digits = f"{whole // scale}.{whole % scale:018d}".rstrip("0").rstrip(".")
    return ("-" if number < 0 and whole else "") + digits


def row(about, of, given, result):
    merged = {**{key: of[key] for key in of if key != "name"}, "about": f"{of['name']}: {about}", "kind": "delta",
              "held": "0", "buys": "0", "sells": "0", "entries": "0", "margin": "no", "hedged": "no",
              "sizing": "multiplier", "value": "1", **given, **result}
    ROWS.append({key: text(merged.get(key, "")) for key in COLUMNS})


def placed(signed, closes=F(0), **more):
    quantity = abs(signed)
    return dict(result="place", direction="BUY" if signed > 0 else "SELL", quantity=quantity, closes=closes,
                opens=quantity - closes, **more)


def refused(reason):
    return dict(result="refused", reason=reason)


NOTHING = dict(result="nothing")


def sides(of):
    return [1] if of["venue"] == SPOT else [1, -1]


def fine(of, size):
    """A quantity that its venue doesn't find too small."""
    return size > 0 and (of["minAmount"] == "" or size * unit(of) >= F(of["minAmount"]))


# Openings: a quantity for each rule of sizing, long and short, in both modes.
EQUITY = {"RUB": "1234567.89", "USDT": "54321.98"}
MONEY = {"RUB": "250000", "USDT": "1500"}
for number, of in enumerate(ALL):
    money, equity = MONEY[of["currency"]], EQUITY[of["currency"]]
    units = F(3) if of["step"] == "1" else F(1, 4)
    for rule, value, size in (
        ("multiplier", "2.5", units * F("2.5")),
        ("fixed", "7" if of["step"] == "1" else "0.0125", None),
        ("money", money, F(money) / unit(of)),
        ("equityPercent", "35", F(equity) * 35 / 100 / unit(of)),
    ):
        size = F(value) if size is None else size
        for side in sides(of)[: 1 if rule == "fixed" else 2]:
            kind = ("delta", "target")[(number + side) % 2]
            given = {"kind": kind, "from": "0", "to": side * units, "sizing": rule, "value": value, "equity": equity}
            quantity = down(size, of)
            expected = placed(side * quantity) if fine(of, quantity) else refused(
                "QUANTITY_TOO_SMALL" if quantity == 0 else "ORDER_VALUE_OUT_OF_LIMITS")
            row(f"opens by {rule}", of, given, expected)

# "100 %": 0.2 % is kept back, except where only a margin is blocked. More than 100 % needs margin.
for of in (SBER, OFZ, YUAN, BTC, RTS, BTCP):
    equity = EQUITY[of["currency"]]
    share = F(1) if of["worthKind"] == "contract" else F("0.998")
    given = {"from": "0", "to": "1", "sizing": "equityPercent", "equity": equity}
    row("takes all of the equity", of, {**given, "value": "100"}, placed(down(F(equity) * share / unit(of), of)))
    row("takes more than it has", of, {**given, "value": "150"}, refused("MARGIN_NOT_ALLOWED"))
    row("takes more than it has on margin", of, {**given, "value": "150", "margin": "yes"},
        placed(down(F(equity) * F("1.5") / unit(of), of)))

# Scaled by a factor: what is held is the factor times TradingView's position, each rounded, so nothing adds up.
for of, factor in ((SBER, F(1, 10)), (GAZP, F("0.35")), (RTS, F("1.5")), (CNY, F("0.4")), (BTC, F("0.0333")),
                   (BTCP, F("0.0777")), (ETHP, F("0.125"))):
    for side in sides(of):
        for before, after in ((10, 17), (17, 29), (29, 12), (12, 5), (5, 0)):
            held, wanted = down(side * before * factor, of), down(side * after * factor, of)
            change = wanted - held
            given = {"kind": "target" if after % 2 else "delta", "from": side * before, "to": side * after,
                     "value": factor, "held": held, "scale": factor, "scaleUnits": "1"}
            if change == 0:
                row("moves by less than a step", of, given, NOTHING)
                continue
            shrinks = abs(wanted) < abs(held)
            quantity = abs(change)
            expected = (placed(change, quantity) if shrinks else placed(change) if fine(of, quantity)
                        else refused("ORDER_VALUE_OUT_OF_LIMITS"))
            row("leaves a part" if shrinks and after else "leaves all" if shrinks else "adds", of, given, expected)

# By money: an add and a part go by TradingView's own change, in the proportion that was bought at first.
for of in (SNGS, TMOS, SI, BTC, ETHP):
    bought = down(F(MONEY[of["currency"]]) * 3 / unit(of), of)
    for side in sides(of):
        given = {"sizing": "money", "value": F(MONEY[of["currency"]]) * 3, "scale": bought, "scaleUnits": "8"}
        for before, after in ((8, 12), (8, 6), (8, 1)):
            held, wanted = side * bought, down(side * bought * after / 8, of)
            change = wanted - held
            expected = placed(change, F(0) if after > before else abs(change)) if change else NOTHING
            row(f"goes from 8 to {after} by money", of,
                {**given, "kind": "target" if after == 6 else "delta", "from": side * before, "to": side * after,
                 "held": held}, expected)
    # Only half was filled: a part of what TradingView holds is the same part of what is held.
    half = down(bought / 2, of)
    left = down(half * 6 / 8, of)
    row("leaves a quarter of a half", of,
        {**given, "from": "8", "to": "6", "held": half}, placed(left - half, half - left) if left != half else NOTHING)

# Fixed: the same quantity for each entry, whatever TradingView's is.
for of, each in ((SBER, F(4)), (SI, F(2)), (DOGE, F(150)), (BTCP, F("0.015"))):
    for kind in ("delta", "target"):
        row("adds the same again", of,
            {"kind": kind, "from": "13.7", "to": "26.6", "sizing": "fixed", "value": each, "held": each,
             "scale": each, "scaleUnits": "13.7", "entries": "1"}, placed(each))
    row("leaves a half of two entries", of,
        {"from": "26.6", "to": "13.3", "sizing": "fixed", "value": each, "held": 2 * each, "scale": 2 * each,
         "scaleUnits": "26.6", "entries": "2"}, placed(-each, each))

# Reversals: what is held is closed exactly, whatever it is, and the other side is opened anew.
for of, held in ((RTS, F(5)), (SBER, F(12)), (SI, F(-3)), (GAZP, F(-7))):
    side = -1 if held > 0 else 1
    opens = down(F(300000) / unit(of), of)
    given = {"from": -side * 4, "to": side * 6, "held": held, "sizing": "money", "value": "300000"}
    row("turns around in one order", of, given, placed(side * (abs(held) + opens), abs(held)))
    row("turns around although its equity isn't known", of, {**given, "sizing": "equityPercent", "value": "30"},
        placed(side * abs(held), abs(held)))
for of, held in ((BTCP, F("0.123")), (ETHP, F("-2.5"))):
    side = -1 if held > 0 else 1
    opens = down(F(20000) / unit(of), of)
    given = {"from": -side * 4, "to": side * 6, "sizing": "money", "value": "20000"}
    for hedged in ("no", "yes"):
        at = {**given, "hedged": hedged}
        closing = {"positionSide": "LONG" if held > 0 else "SHORT"} if hedged == "yes" else {}
        opening = {"positionSide": "SHORT" if held > 0 else "LONG"} if hedged == "yes" else {}
        row("closes before it turns around", of, {**at, "leg": "1", "held": held},
            placed(side * abs(held), abs(held), **closing))
        row("waits for the closing", of, {**at, "leg": "2", "held": held}, dict(result="wait"))
        row("opens after the closing", of, {**at, "leg": "2"}, placed(side * opens, **opening))
for of in (BTC, DOGE):
    held = F("40") * F(of["step"]) * 1000
    row("is sold where nothing can be short", of, {"from": "5", "to": "-3", "held": held}, placed(-held, held))
    row("can't be short", of, {"from": "0", "to": "-3"}, NOTHING)
    less = held - 7 * F(of["step"])
    row("is sold as far as it is free", of, {"from": "5", "to": "0", "held": held, "free": less}, placed(-less, less))

# What is going flat with nothing held, and what is working.
for of in (SBER, SI, BTC, BTCP):
    step = F(of["step"]) * 100
    row("goes flat twice", of, {"kind": "target", "from": "3", "to": "0"}, NOTHING)
    row("closes what it doesn't hold", of, {"kind": "close"}, NOTHING)
    row("closes all that is held", of, {"kind": "close", "held": 9 * step}, placed(-9 * step, 9 * step))
    row("asks for the same target before the first fill", of,
        {"kind": "target", "from": "0", "to": "1", "value": 9 * step, "held": "0", "buys": 9 * step}, NOTHING)
    row("asks for more before the first fill", of,
        {"kind": "target", "from": "1", "to": "2", "value": 9 * step, "scale": 9 * step, "scaleUnits": "1",
         "held": 2 * step, "buys": 7 * step}, placed(9 * step))
    row("an exit that works already isn't sent again", of,
        {"kind": "close", "held": 9 * step, "sells": 9 * step}, NOTHING)

# Limits stop what opens, and never what closes.
for of in (SBER, RTS, ETHP):
    row("goes beyond its largest position", of, {"from": "0", "to": "9", "maxPosition": "8"}, refused("LIMIT_POSITION"))
    row("reaches its largest position", of, {"from": "0", "to": "8", "maxPosition": "8"}, placed(F(8)))
    row("adds once too often", of, {"from": "2", "to": "4", "held": "2", "entries": "2", "pyramiding": "2"},
        refused("LIMIT_PYRAMIDING"))
    row("closes and may not open as much", of, {"from": "2", "to": "-9", "held": "2", "maxPosition": "8"},
        placed(F(-2), F(2)))

# Too little: less than a step, or worth less than the venue takes.
for of in ALL:
    tiny = F(of["step"]) / 3
    row("comes to nothing", of, {"from": "0", "to": "1", "value": text(tiny)}, refused("QUANTITY_TOO_SMALL"))
for of, few in ((BTC, F("0.00005")), (BTCP, F("0.001")), (ETHP, F("0.005")), (DOGE, F(4))):
    row("is worth too little", of, {"from": "0", "to": few}, refused("ORDER_VALUE_OUT_OF_LIMITS"))

# Orders that say nothing of TradingView's position are sized by themselves.
for of in (GAZP, BRENT, BTC, ETHP):
    money = MONEY[of["currency"]]
    quantity = down(F(money) * 2 / unit(of), of)
    row("buys for the message's money twice", of, {"side": "BUY", "money": money, "value": "2"}, placed(quantity))
    row("sells half of what is held", of, {"side": "SELL", "contracts": "2", "held": "4"}, placed(F(-2), F(2)))

writer = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
writer.writeheader()
writer.writerows(ROWS)
