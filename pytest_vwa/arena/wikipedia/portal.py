"""The landing page's choice of articles."""

PORTAL = {
    "Port Alder": [
        "Port Alder", "Port Alder Light", "Hilltop Observatory", "Foundry Quarter",
        "Lyric Theatre (Port Alder)", "Foundry Museum", "Port Alder Station", "Lantern Days",
    ],
    "The lake country": [
        "Lake Erie", "Alder County, Pennsylvania", "Alder River", "Gannet Island",
        "Kestrel Hollow", "Brindlewick", "Stagwood Forest", "Alder Greenway",
    ],
    "On the water": ["Kayak", "Canoe", "Sailing boat", "Fresnel lens", "Lake sturgeon"],
    "Crafts and things": [
        "Bell founding", "Violin", "Bicycle", "Fountain pen", "Desk lamp", "Enamel", "Stoneware",
    ],
    "People": ["Augusta Pell", "Josiah Harrow", "Mina Castellane", "Oren Lindqvist"],
    "Nature and food": ["Common kestrel", "Grey heron", "Tamarack", "Cider", "Pawpaw", "Coffee"],
}  # fmt: skip
