"""Every screen of the house in every state and size, on contact sheets: ``make sheet``.

``states_tablet``, ``states_pit``, ``states_desk`` and ``states_house`` define the states and how to bring the
running product into them; ``__main__`` takes the pictures; ``paper`` lays them out on a sheet for each size, and a
page.
"""
